import { SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Space } from 'antd'
import { useState } from 'react'
import { CLEARABLE, type FieldProps, FocusReturn, lazyDialog } from '#renderer/index.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { PopupOptions } from '#schemas/widget/popup.ts'
import { popupConfig } from './config.ts'

const PopupDialog = lazyDialog(() => import('./PopupDialog.tsx'))

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
  const [open, setOpen] = useState(false)
  const config = popupConfig(options)
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
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Input
          id={id}
          readOnly
          value={value}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          placeholder={`请选择${field.title}`}
          allowClear={CLEARABLE}
          onClick={() => !disabled && setOpen(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || disabled) return
            event.preventDefault()
            setOpen(true)
          }}
          onChange={(event) => event.target.value === '' && fill([])}
        />
        <Button
          icon={<SearchOutlined />}
          aria-label={`选择${field.title}`}
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {open ? (
        <>
          <FocusReturn />
          <PopupDialog
            code={config.code}
            several={config.several}
            onCancel={() => setOpen(false)}
            onConfirm={(rows) => {
              setOpen(false)
              fill(rows)
            }}
          />
        </>
      ) : null}
    </>
  )
}
