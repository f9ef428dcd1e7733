import { AppstoreOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { CLEARABLE, type FieldProps, FocusReturn, lazyDialog, MenuIcon } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { IconOptions } from '#schemas/widget/icon.ts'

const IconDialog = lazyDialog(() => import('./IconDialog.tsx'))

/** The name of an icon: typed, in any spelling, or chosen from those that can be drawn. */
export default function IconField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<IconOptions, string>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Input
          id={id}
          value={value}
          prefix={value === '' ? null : <MenuIcon name={value} />}
          placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          allowClear={CLEARABLE}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          icon={<AppstoreOutlined />}
          aria-label={t('选择{title}', { title: field.title })}
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {open && (
        <>
          <FocusReturn />
          <IconDialog
            title={t('选择{title}', { title: field.title })}
            value={value}
            onCancel={() => setOpen(false)}
            onChoose={(name) => {
              onChange(name)
              setOpen(false)
            }}
          />
        </>
      )}
    </>
  )
}
