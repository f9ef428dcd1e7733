import { ScheduleOutlined } from '@ant-design/icons'
import { Button, Input, Space, Typography } from 'antd'
import { useState } from 'react'
import { CLEARABLE, type FieldProps, FocusReturn, lazyDialog, useLanguage } from '#renderer/index.ts'
import { cronSentence } from '#schemas/rules/cron-sentence.ts'
import { t } from '#schemas/text/text.ts'

const CronDialog = lazyDialog(() => import('./CronDialog.tsx'))

/** An expression that is typed or put together in a dialog; below it stands what it means. */
export default function CronField({
  id,
  field,
  value,
  disabled,
  invalid,
  onChange,
}: FieldProps<object, string>) {
  useLanguage()
  const [open, setOpen] = useState(false)
  const sentence = cronSentence(value)
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Input
          id={id}
          value={value}
          placeholder={t('请输入{title}', { title: field.title })}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          allowClear={CLEARABLE}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          icon={<ScheduleOutlined />}
          aria-label={t('选择{title}', { title: field.title })}
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {sentence !== null && <Typography.Text type="secondary">{sentence}</Typography.Text>}
      {open && (
        <>
          <FocusReturn />
          <CronDialog
            title={field.title}
            value={value}
            onCancel={() => setOpen(false)}
            onConfirm={(expression) => {
              onChange(expression)
              setOpen(false)
            }}
          />
        </>
      )}
    </>
  )
}
