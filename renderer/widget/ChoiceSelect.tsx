import { Select, Typography } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Field } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useChoices } from '../data/use-choices.ts'
import { CHOICES_AT_ONCE } from '../data/use-dict.ts'
import { CLEARABLE } from '../kit/clearable.tsx'
import { valueText } from '../kit/gone-value.tsx'
import { ColoredText } from './ColoredText.tsx'

interface Props {
  id: string
  field: Field
  values: readonly string[]
  several: boolean
  placeholder?: string | undefined
  disabled: boolean
  invalid: boolean
  onChange(values: string[]): void
}

/**
 * A dropdown with the choices of a field. A dictionary that is too long to be offered at once is searched on the server,
 * and says so. A stored value stays visible and is kept, whether it is among the choices or not.
 */
export function ChoiceSelect({
  id,
  field,
  values,
  several,
  placeholder,
  disabled,
  invalid,
  onChange,
}: Props) {
  const [open, setOpen] = useState(false)
  /** Keys have pointed at a choice since the list opened, or since the last choice. */
  const pointed = useRef(false)
  const { options, atHand, search, textOf, loading, error: unloaded } = useChoices(field, values, open)
  const error = unloaded ?? search?.error ?? null
  const handleOpen = (next: boolean) => {
    pointed.current = false
    setOpen(next)
  }
  /** Tab goes on. It takes what was searched for or reached by arrows along, not what merely stands first in the list. */
  const handleKey = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') || event.key.length === 1) pointed.current = true
    if (event.key !== 'Tab' || !open || pointed.current) return
    event.stopPropagation()
    handleOpen(false)
  }
  const colored = (value: string, text: ReactNode) => {
    const color = atHand.find((option) => String(option.value) === value)?.color
    // The control gives a plain text its tooltip.
    return color ? <ColoredText color={color}>{text}</ColoredText> : text
  }
  return (
    <div style={{ flex: 1, minWidth: 0 }} onKeyDownCapture={handleKey}>
      <Select
        id={id}
        {...(several
          ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const, value: [...values] }
          : { value: values[0] ?? null })}
        style={{ width: '100%' }}
        open={open}
        onOpenChange={handleOpen}
        options={options.map((option) => ({
          value: String(option.value),
          label: option.text,
          ...(option.disabled ? { disabled: true } : {}),
        }))}
        optionRender={({ value, label }) => colored(String(value), label)}
        labelRender={({ value }) => {
          const text = valueText(String(value), textOf(String(value)))
          // One of several has a frame around it already.
          return several ? text : colored(String(value), text)
        }}
        loading={loading || (open && search?.waiting === true)}
        disabled={disabled}
        status={invalid || error ? 'error' : ''}
        placeholder={placeholder ?? t('请选择{title}', { title: field.title })}
        allowClear={CLEARABLE}
        showSearch={
          search
            ? { filterOption: false, searchValue: search.keyword, onSearch: search.setKeyword }
            : { optionFilterProp: 'label' }
        }
        notFoundContent={error ? error.message : search?.waiting ? t('加载中…') : t('暂无数据')}
        popupRender={(list) => (
          <>
            {list}
            {search?.keyword === '' ? (
              <Typography.Text type="secondary" style={{ display: 'block', padding: '4px 12px' }}>
                {t('仅列出前 {choicesAtOnce} 项，请输入文字搜索', { choicesAtOnce: CHOICES_AT_ONCE })}
              </Typography.Text>
            ) : null}
          </>
        )}
        onChange={(next: string[] | string | null | undefined) => {
          pointed.current = false
          onChange(Array.isArray(next) ? next : next ? [next] : [])
          search?.setKeyword('')
        }}
      />
    </div>
  )
}
