import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from './FocusReturn.tsx'

interface Props {
  /** What is chosen, as the button is called: the title of the field. */
  title: string
  icon: ReactNode
  disabled: boolean
  /** The control that the button stands beside; it may open the dialog itself. */
  children(open: () => void): ReactNode
  /** The dialog; it is taken away when it closes. */
  dialog(close: () => void): ReactNode
}

/** A control with a button beside it that opens a dialog to choose in. */
export function DialogButton({ title, icon, disabled, children, dialog }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        {children(open)}
        <Button icon={icon} aria-label={t('选择{title}', { title })} disabled={disabled} onClick={open} />
      </Space.Compact>
      {isOpen ? (
        <>
          <FocusReturn />
          {dialog(() => setIsOpen(false))}
        </>
      ) : null}
    </>
  )
}
