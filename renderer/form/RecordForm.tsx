import { Alert, Button, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import type { Draft } from '#schemas/api/draft.ts'
import { changedAction } from '#schemas/compile/action-code.ts'
import type { FormUser } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { ActionHost, RecordMode } from '../actions/action.ts'
import { allMeet } from '../actions/all-meet.ts'
import type { DataClient } from '../data/data-client.ts'
import { useRequest } from '../data/use-request.ts'
import { FaultFace } from '../kit/FaultFace.tsx'
import { copyOf } from '../model/copy-record.ts'
import type { PageModel } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { RecordEditor } from './RecordEditor.tsx'
import { RecordView } from './RecordView.tsx'

export interface RecordFormProps {
  model: PageModel
  /** Codes of the actions that the user may use. */
  granted: readonly string[]
  mode: RecordMode
  /** Record to edit, to copy or to show; absent for a new one. */
  id?: string | undefined
  /** First values of a new record beyond the document's own, e.g. the parent of a tree node. */
  preset?: Row | undefined
  /** Another number loads the record again; what is being typed stays. */
  turn?: number
  /** Absent where the record stands on a page and is not closed. */
  onClose?: (() => void) | undefined
  onSaved(id: string): void
  /** Goes on with another record or in another mode, e.g. to edit what is shown. */
  onOpen?: ActionHost['open'] | undefined
}

/** A record to enter, to change or to read; its buttons stand in the footer of the shell around it. */
export function RecordForm(props: RecordFormProps) {
  const { model, granted, mode, id, preset, turn, onClose, onSaved, onOpen } = props
  const { client, user, drafts } = useRenderer()
  /** Counts the records entered in one opening; what the next one begins with. */
  const [{ round, copy }, setNext] = useState<{ round: number; copy?: Row | undefined }>({ round: 0 })
  const begun = useRequest(
    async (signal) => {
      const begin = (row: Row | undefined) => newRow(model, { ...preset, ...row }, user, client, signal)
      // What is entered after a copy was saved begins as it is said there.
      if (mode === 'add' || !id || (mode === 'copy' && round > 0)) return { round, row: await begin(copy) }
      if (mode === 'copy')
        return { round, row: await begin(copyOf(model, await client.get(model.form.code, id, { signal }))) }
      const asksDrafts = mode === 'edit' && drafts !== undefined
      const answer = await client.get(model.form.code, id, { signal, drafts: asksDrafts })
      const { _drafts, ...row } = answer
      return { round, row, drafts: _drafts as readonly Draft[] | undefined }
    },
    [client, model, mode, id, round, copy, turn],
  )
  const { data, error, reload } = begun
  const handleChanged = useCallback(() => {
    reload()
    if (id) onSaved(id)
  }, [reload, onSaved, id])

  if (error)
    return (
      <FaultFace
        status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
        title={error.status === 404 ? t('记录不存在或已被删除') : error.message}
        subTitle={error.requestId ? t('请求编号：{requestId}', { requestId: error.requestId }) : undefined}
        extra={<Button onClick={reload}>{t('重试')}</Button>}
      />
    )
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const isRefused = mode === 'edit' && !mayEdit(model.form, data.row, user)
  if (mode === 'detail' || isRefused)
    return (
      <>
        {isRefused ? <Alert type="warning" showIcon title={t('该记录的当前状态不能编辑，只能查看')} /> : null}
        <RecordView
          model={model}
          granted={granted}
          record={data.row}
          onClose={onClose}
          onChanged={handleChanged}
          onOpen={onOpen}
        />
      </>
    )
  return (
    <RecordEditor
      key={data.round}
      model={model}
      record={data.row}
      id={mode === 'copy' ? undefined : id}
      drafts={data.drafts}
      onClose={onClose ?? nothing}
      onSaved={onSaved}
      onAgain={(copy) => setNext((before) => ({ round: before.round + 1, copy }))}
    />
  )
}

const nothing = () => {}

/** The list may be older than the record: what has changed since may no longer allow to edit it. */
function mayEdit(form: CompiledForm, row: Row, user: FormUser): boolean {
  const when = changedAction(form, 'edit')?.when
  return !when || allMeet(when, { form, records: [row], user })
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
      // Only a preview: the server gives the number when it saves, so a failure here does not stop the user.
      row[name] = await client.fill(from.fillRule, row, { signal }).catch(() => null)
    }),
  )
  return row
}
