import { Alert, App, Button, Modal } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { EditedRow } from '#schemas/api/results.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { t } from '#schemas/text/text.ts'
import { useTellDone } from '../../actions/use-tell-done.tsx'
import type { EditedMeanwhile, RequestError, ResultRows } from '../../data/data-client.ts'
import { rowSource } from '../../data/row-source.ts'
import { asRequestError } from '../../data/use-request.ts'
import { FocusReturn } from '../../kit/FocusReturn.tsx'
import type { PageModel } from '../../model/page-model.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { useTaken } from '../../widget/use-taken.ts'
import { EditOutcome, sortedOut } from './EditOutcome.tsx'
import { EditValues, type WantedEdit } from './EditValues.tsx'
import { editFields } from './edit-fields.ts'
import './batch-edit.css'

const WIDTH = { values: 560, outcome: 880 } as const
const NOTHING: WantedEdit = { names: [], values: {}, emptied: new Set() }

interface Props {
  model: PageModel
  /** The rows that are changed. */
  rows: ResultRows
  /** Rows were changed, or the change was taken back. */
  onChanged(): void
  onClose(): void
}

/** Gives many records the same values: which, then what would become of each, then one change. */
export function BatchEditDialog({ model, rows, onChanged, onClose }: Props) {
  const { form } = model
  const { client } = useRenderer()
  const { message } = App.useApp()
  const tellDone = useTellDone()
  const taken = useTaken(form)
  const fields = useMemo(() => editFields(model, taken), [model, taken])
  const [wanted, setWanted] = useState(NOTHING)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [outcome, setOutcome] = useState<{ rows: readonly EditedRow[]; note: string | null } | null>(null)
  const [failure, setFailure] = useState<RequestError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const changed = outcome ? sortedOut(outcome.rows).changed : []
  const source = rowSource(form)
  const values = valuesOf(wanted, fields)

  /** One call at a time, however often the button is pressed. */
  async function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (caught) {
      const error = asRequestError(caught)
      if (!error.announced) setFailure(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  async function look(which: ResultRows = rows, note: string | null = null) {
    const found = await client.tryEditMany?.(source, which, values)
    if (found) setOutcome({ rows: found.rows, note })
  }

  function handlePreview() {
    const wrong = mistakesIn(model, wanted, values)
    setErrors(wrong)
    if (wanted.names.length === 0) message.warning(t('请选择要修改的列'))
    else if (wrong.size === 0) void run(() => look())
  }

  const handleEdit = () =>
    run(async () => {
      let operation: string | null = null
      const asked = changed.map(({ id, version }) => ({ id, version }))
      try {
        const count = await client.editMany?.(source, asked, values, { onDone: (name) => (operation = name) })
        tellDone(form, t('已修改 {count} 条', { count: count ?? 0 }), operation, onChanged)
        onChanged()
        onClose()
      } catch (caught) {
        const error = asRequestError(caught)
        const { gone } = (error.detail ?? {}) as Partial<EditedMeanwhile>
        if (error.status !== 409 || !gone || !outcome) throw error
        const left = outcome.rows.map(({ id }) => id).filter((id) => !gone.includes(id))
        await look({ query: {}, count: left.length, ids: left }, error.message)
      }
    })

  return (
    <Modal
      open
      title={t('批量编辑 {count} 条记录', { count: rows.count })}
      width={outcome ? WIDTH.outcome : WIDTH.values}
      style={{ maxWidth: '100%' }}
      onCancel={isBusy ? undefined : onClose}
      footer={
        <>
          {outcome ? (
            <Button onClick={() => setOutcome(null)} disabled={isBusy}>
              {t('上一步')}
            </Button>
          ) : (
            <Button onClick={onClose} disabled={isBusy}>
              {t('取消')}
            </Button>
          )}
          {outcome ? (
            <Button
              type="primary"
              loading={isBusy}
              disabled={changed.length === 0}
              onClick={() => void handleEdit()}
            >
              {t('修改 {count} 条', { count: changed.length })}
            </Button>
          ) : (
            <Button type="primary" loading={isBusy} onClick={handlePreview}>
              {t('预览')}
            </Button>
          )}
        </>
      }
    >
      <FocusReturn />
      {failure ? (
        <Alert
          type="error"
          showIcon
          className="expo-edit-note"
          title={failure.message}
          description={
            failure.requestId ? t('请求编号：{requestId}', { requestId: failure.requestId }) : undefined
          }
        />
      ) : null}
      {outcome ? (
        <EditOutcome form={form} {...outcome} />
      ) : (
        <EditValues
          code={form.code}
          fields={fields}
          wanted={wanted}
          errors={errors}
          disabled={isBusy}
          onChange={setWanted}
        />
      )}
    </Modal>
  )
}

/** What is sent: the chosen columns, and what their choices fill beside them. */
function valuesOf({ names, values, emptied }: WantedEdit, fields: ReturnType<typeof editFields>): Row {
  const columns = new Set(fields.map(({ name }) => name))
  const beside = Object.entries(values).filter(([name]) => !columns.has(name))
  const chosen = names.map((name) => [name, emptied.has(name) ? null : (values[name] ?? null)] as const)
  return Object.fromEntries([...beside, ...chosen])
}

/** What is wrong with the values by themselves; the rest is judged with each record. */
function mistakesIn(
  { form }: PageModel,
  { names, emptied }: WantedEdit,
  values: Row,
): ReadonlyMap<string, string> {
  const validator = createRowValidator(form)
  return new Map(
    names.flatMap((name) => {
      if (emptied.has(name)) return []
      const isEmpty = values[name] === null || values[name] === ''
      const mistake = isEmpty
        ? t('请填写新的值，或选择清空')
        : (validator.validate({ [name]: values[name] }, { partial: true }).find(({ field }) => field === name)
            ?.message ?? null)
      return mistake === null ? [] : [[name, mistake] as const]
    }),
  )
}
