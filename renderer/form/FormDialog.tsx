import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import type { FormUser } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { DataClient } from '../data/data-client.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useRequest } from '../data/use-request.ts'
import { FaultFace } from '../page/FaultFace.tsx'
import type { PageModel } from '../page/page-model.ts'
import { FormShell } from './FormShell.tsx'
import { RecordEditor } from './RecordEditor.tsx'
import { RecordView } from './RecordView.tsx'

interface Props {
  model: PageModel
  mode: 'add' | 'edit' | 'detail'
  /** Record to edit or show; absent for a new one. */
  id?: string
  /** First values of a new record beyond the document's own, e.g. the parent of a tree node. */
  preset?: Row
  onClose(): void
  onSaved(id: string): void
  /** Goes on to edit what is shown. */
  onEdit?(): void
}

const titles = {
  add: (title: string) => `新增${title}`,
  edit: (title: string) => `编辑${title}`,
  detail: (title: string) => `${title}详情`,
} as const

/** A record in a dialog: to enter, to change, to read. */
export function FormDialog({ model, mode, id, preset, onClose, onSaved, onEdit }: Props) {
  const { client, user } = useRenderer()
  /** Counts the records entered in one opening. */
  const [round, setRound] = useState(0)
  const begun = useRequest(
    async (signal) => ({
      round,
      row:
        mode === 'add' || !id
          ? await newRow(model, preset, user, client, signal)
          : await client.get(model.form.code, id, { signal }),
    }),
    [client, model, mode, id, round],
  )
  const { data, error } = begun

  function content() {
    if (error)
      return (
        <FaultFace
          status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
          title={error.status === 404 ? '记录不存在或已被删除' : error.message}
          subTitle={error.requestId ? `请求编号：${error.requestId}` : undefined}
          extra={<Button onClick={begun.reload}>重试</Button>}
        />
      )
    if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
    if (mode === 'detail')
      return <RecordView model={model} record={data.row} onClose={onClose} onEdit={onEdit} />
    return (
      <RecordEditor
        key={data.round}
        model={model}
        record={data.row}
        id={id}
        onClose={onClose}
        onSaved={onSaved}
        onAgain={() => setRound((before) => before + 1)}
      />
    )
  }

  return (
    <FormShell model={model} title={titles[mode](model.form.title)} onClose={onClose}>
      {content()}
    </FormShell>
  )
}

async function newRow(
  model: PageModel,
  preset: Row | undefined,
  user: FormUser,
  client: DataClient,
  signal: AbortSignal,
): Promise<Row> {
  const row: Row = { ...initialRow(model.form, user, new Date()), ...preset }
  await Promise.all(
    model.form.fields.map(async ({ name, property }) => {
      const from = property.defaultFrom
      if (!from || !('fillRule' in from)) return
      // Only a preview: the server gives the number when it saves, so a failure here stops nobody.
      row[name] = await client.fill(from.fillRule, row, { signal }).catch(() => null)
    }),
  )
  return row
}
