import { App, Input } from 'antd'
import { useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { PickDialog } from '../kit/PickDialog.tsx'

interface Props {
  title: string
  /** What is asked for. */
  label: string
  required: boolean
  maxLength?: number | undefined
  onCancel(): void
  onConfirm(text: string): void
}

/** Asks for a text; Ctrl+Enter confirms, Enter begins a line. */
export function TextPrompt({ title, label, required, maxLength, onCancel, onConfirm }: Props) {
  const { message } = App.useApp()
  const [text, setText] = useState('')

  function confirm() {
    const written = text.trim()
    if (written === '' && required) message.warning(t('请输入{title}', { title: label }))
    else if (maxLength !== undefined && [...written].length > maxLength)
      message.warning(t('最多 {count} 个字', { count: maxLength }))
    else onConfirm(written)
  }

  return (
    <>
      <FocusReturn />
      <PickDialog title={title} onCancel={onCancel} onConfirm={confirm}>
        <Input.TextArea
          aria-label={label}
          aria-required={required}
          placeholder={t('请输入{title}', { title: label })}
          rows={6}
          value={text}
          {...(maxLength ? { count: { show: true, max: maxLength } } : {})}
          onChange={(event) => setText(event.target.value)}
        />
      </PickDialog>
    </>
  )
}
