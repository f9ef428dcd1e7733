import { t } from '#schemas/text/text.ts'
import { FormShell } from './FormShell.tsx'
import { RecordForm, type RecordFormProps } from './RecordForm.tsx'

const titles = {
  add: (title: string) => t('新增{title}', { title }),
  copy: (title: string) => t('复制{title}', { title }),
  edit: (title: string) => t('编辑{title}', { title }),
  detail: (title: string) => t('{title}详情', { title }),
} as const

/** Width of the details (px), whatever the form's own is. */
export const DETAIL_WIDTH = 1200

/** A record in a dialog: to enter, to change, to read. */
export function FormDialog(props: RecordFormProps & { onClose(): void }) {
  const { model, mode, onClose } = props
  return (
    <FormShell
      model={model}
      title={titles[mode](model.form.title)}
      width={mode === 'detail' ? DETAIL_WIDTH : undefined}
      onClose={onClose}
    >
      <RecordForm {...props} />
    </FormShell>
  )
}
