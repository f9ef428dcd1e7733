import { SearchOutlined } from '@ant-design/icons'
import { Alert, Input } from 'antd'
import { useMemo } from 'react'
import { CLEARABLE, DialogButton, type FieldProps, RowsDialog } from '#renderer/index.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { PopupOptions } from '#schemas/widget/popup.ts'
import { popupConfig } from './config.ts'

/** Shows its value, chosen in a dialog; what is chosen fills the other target fields too. */
export default function PopupField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<PopupOptions, string>) {
  const config = useMemo(() => popupConfig(options), [options])
  // A popup that fills nothing would only mislead: it says why and is hidden.
  if ('error' in config) return <Alert type="error" showIcon title={config.error} />

  function fill(rows: readonly Row[]) {
    if ('error' in config) return
    const filled: Row = {}
    for (const { from, to } of config.pairs)
      filled[to] =
        rows
          .map((row) => String(row[from] ?? ''))
          .filter((text) => text !== '')
          .join(',') || null
    const own = Object.hasOwn(filled, field.name)
      ? filled[field.name]
      : (rows[0]?.[config.pairs[0]?.from ?? ''] ?? null)
    delete filled[field.name]
    onChange(own === null || own === undefined ? '' : String(own), filled)
  }

  return (
    <DialogButton
      title={field.title}
      icon={<SearchOutlined />}
      disabled={disabled}
      dialog={(close) => (
        <RowsDialog
          code={config.code}
          several={config.several}
          where={config.where}
          onCancel={close}
          onConfirm={(rows) => {
            close()
            fill(rows)
          }}
        />
      )}
    >
      {(open) => (
        <Input
          id={id}
          readOnly
          value={value}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          placeholder={t('请选择{title}', { title: field.title })}
          allowClear={CLEARABLE}
          onClick={() => !disabled && open()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || disabled) return
            event.preventDefault()
            open()
          }}
          onChange={(event) => event.target.value === '' && fill([])}
        />
      )}
    </DialogButton>
  )
}
