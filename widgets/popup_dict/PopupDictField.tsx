import { Alert } from 'antd'
import { type FieldProps, RecordSelect } from '#renderer/index.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import { t } from '#schemas/text/text.ts'
import type { PopupDictOptions } from '#schemas/widget/popup_dict.ts'

/** A dropdown of the rows' names, with the dialog of all their columns beside it. */
export default function PopupDictField({
  value,
  options,
  onChange,
  ...field
}: FieldProps<PopupDictOptions, string[]>) {
  const { code, value: column, text } = options
  if (!code || !column || !text) return <Alert type="error" showIcon title={t('popup参数未正确配置!')} />
  return (
    <RecordSelect
      {...field}
      form={code}
      column={column}
      several={holdsSeveral(field.field)}
      values={value}
      onChange={(next) => onChange(next)}
    />
  )
}
