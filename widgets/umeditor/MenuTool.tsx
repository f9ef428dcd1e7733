import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { ToolButton } from '#renderer/index.ts'

/** An entry of a tool's menu. */
export interface ToolChoice {
  key: string
  label: string
  icon?: ReactNode
  onChoose(): void
}

interface Props {
  title: string
  icon: ReactNode
  disabled: boolean
  choices: readonly ToolChoice[]
}

/** A tool that offers choices in a menu. */
export function MenuTool({ title, icon, disabled, choices }: Props) {
  return (
    <Dropdown
      disabled={disabled}
      trigger={['click']}
      autoFocus
      menu={{
        items: choices.map(({ key, label, icon: mark }) => ({ key, label, icon: mark })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          choices.find((choice) => choice.key === key)?.onChoose()
        },
      }}
    >
      <ToolButton title={title} icon={icon} disabled={disabled} />
    </Dropdown>
  )
}
