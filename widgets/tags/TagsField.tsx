import { Input, type InputRef } from 'antd'
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { CLEARABLE, type FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { TagsOptions } from '#schemas/widget/tags.ts'
import { caretBehind, tagsText } from './tags-text.ts'

/** Tags of two characters each, parted while they are typed. */
export default function TagsField({
  id,
  field,
  value,
  disabled,
  invalid,
  onChange,
}: FieldProps<TagsOptions, string>) {
  /** What stands in the control while an input method puts characters together: it must not be changed meanwhile. */
  const [composed, setComposed] = useState<string | null>(null)
  const input = useRef<InputRef>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const take = (typed: string, before: string) => {
    const text = tagsText(typed)
    caret.current = caretBehind(before, text)
    setComposed(null)
    onChange(text)
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionEnd } = event.target
    if (composed !== null) setComposed(typed)
    else take(typed, typed.slice(0, selectionEnd ?? typed.length))
  }
  return (
    <Input
      id={id}
      ref={input}
      value={composed ?? value}
      placeholder={t('请输入{title}', { title: field.title })}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear={CLEARABLE}
      onCompositionStart={() => setComposed(value)}
      onCompositionEnd={({ currentTarget }) => {
        const typed = currentTarget.value
        take(typed, typed.slice(0, currentTarget.selectionEnd ?? typed.length))
      }}
      onChange={handleChange}
    />
  )
}
