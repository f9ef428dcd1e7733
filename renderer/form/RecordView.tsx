import { Button, Flex, Tabs } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import type { PageModel } from '../page/page-model.ts'
import { DetailView } from './DetailView.tsx'
import { FormShell } from './FormShell.tsx'
import { rowsOf } from './merge-rows.ts'
import { SubTableTable } from './SubTableTable.tsx'

interface Props {
  model: PageModel
  record: Row
  title: string
  onClose(): void
  /** Goes on to edit what is shown. */
  onEdit?: (() => void) | undefined
}

/** A record to read, with its sub rows. */
export function RecordView({ model, record, title, onClose, onEdit }: Props) {
  const footer = (
    <Flex justify="end" gap={8}>
      {onEdit && model.definition.access.actions.includes('edit') ? (
        <Button type="primary" onClick={onEdit}>
          编辑
        </Button>
      ) : null}
      <Button onClick={onClose}>关闭</Button>
    </Flex>
  )
  return (
    <FormShell model={model} title={title} onClose={onClose} footer={footer}>
      <DetailView form={model.form} row={record} />
      {model.subs.length > 0 ? (
        <Tabs
          items={model.subs.map(({ sub, form, title: label }) => ({
            key: sub.code,
            label,
            children: (
              <SubTableTable form={form} rows={rowsOf(record[sub.code])} one={sub.relation === 'one'} />
            ),
          }))}
        />
      ) : null}
    </FormShell>
  )
}
