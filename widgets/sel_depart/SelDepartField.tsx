import { ApartmentOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import { CLEARABLE, type FieldProps, FocusReturn, lazyDialog, useLabels } from '#renderer/index.ts'
import type { SelDepartOptions } from '#schemas/widget/sel_depart.ts'

const SelDepartDialog = lazyDialog(() => import('./SelDepartDialog.tsx'))

/** The chosen departments, and a dialog with their tree. */
export default function SelDepartField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelDepartOptions, string[]>) {
  const several = options.multiSelect ?? true
  const [open, setOpen] = useState(false)
  const labels = useLabels('sys_depart', value)
  const textOf = (one: string) =>
    options.text === 'orgCode' && options.store === 'orgCode' ? one : (labels?.get(one) ?? one)
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Select
          id={id}
          value={several ? value : (value[0] ?? null)}
          {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
          open={false}
          suffixIcon={null}
          showSearch={false}
          style={{ width: '100%' }}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          placeholder={`请选择${field.title}`}
          allowClear={CLEARABLE}
          labelRender={(chosen) => textOf(String(chosen.value))}
          onClick={(event) => {
            // Taking a department away, or all of them, is no wish to choose.
            const onButton = (event.target as HTMLElement).closest('[class*="-remove"], [class*="-clear"]')
            if (!disabled && !onButton) setOpen(true)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || disabled) return
            event.preventDefault()
            setOpen(true)
          }}
          onChange={(next: string[] | string | null | undefined) =>
            onChange(Array.isArray(next) ? next : next ? [next] : [])
          }
        />
        <Button
          icon={<ApartmentOutlined />}
          aria-label={`选择${field.title}`}
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {open ? (
        <>
          <FocusReturn />
          <SelDepartDialog
            value={value}
            store={options.store ?? 'id'}
            several={several}
            onCancel={() => setOpen(false)}
            onConfirm={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        </>
      ) : null}
    </>
  )
}
