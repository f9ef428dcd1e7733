import { AppstoreOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { CLEARABLE, DialogButton, type FieldProps, lazyDialog, MenuIcon } from '#renderer/index.ts'
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
  return (
    <DialogButton
      title={field.title}
      icon={<AppstoreOutlined />}
      disabled={disabled}
      dialog={(close) => (
        <IconDialog
          title={t('选择{title}', { title: field.title })}
          value={value}
          onCancel={close}
          onChoose={(name) => {
            close()
            onChange(name)
          }}
        />
      )}
    >
      {() => (
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
      )}
    </DialogButton>
  )
}
