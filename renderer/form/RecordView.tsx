import { Button, Tabs } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import { useTaken } from '../data/use-taken.ts'
import type { PageModel } from '../page/page-model.ts'
import { DetailView } from './DetailView.tsx'
import { ShellFooter } from './FormShell.tsx'
import { rowsOf } from './merge-rows.ts'
import { SubTableTable } from './SubTableTable.tsx'

interface Props {
  model: PageModel
  record: Row
  onClose(): void
  /** Goes on to edit what is shown. */
  onEdit?: (() => void) | undefined
}

/** A record to read, with its sub rows. */
export function RecordView({ model, record, onClose, onEdit }: Props) {
  const taken = useTaken(model.form.code)
  const mayEdit =
    model.definition.access.actions.includes('edit') && !taken.has('edit') && !taken.has('update')
  return (
    <>
      <DetailView form={model.form} row={record} />
      {model.subs.length > 0 ? (
        <Tabs
          items={model.subs.map(({ sub, form, title }) => ({
            key: sub.code,
            label: title,
            children: (
              <SubTableTable form={form} rows={rowsOf(record[sub.code])} one={sub.relation === 'one'} />
            ),
          }))}
        />
      ) : null}
      <ShellFooter>
        {onEdit && mayEdit ? (
          <Button type="primary" onClick={onEdit}>
            编辑
          </Button>
        ) : null}
        <Button onClick={onClose}>关闭</Button>
      </ShellFooter>
    </>
  )
}
