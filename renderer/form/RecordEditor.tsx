import { Alert, App, Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conflict, RowErrors } from '#schemas/api/errors.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import { RequestError } from '../data/data-client.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { asRequestError } from '../data/use-request.ts'
import type { PageModel } from '../page/page-model.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FocusReturn } from './FocusReturn.tsx'
import { ShellFooter } from './FormShell.tsx'
import { focusField, focusFirstField } from './focus-field.ts'
import { RenderForm } from './RenderForm.tsx'
import { SubTables, type SubTablesHandle } from './SubTables.tsx'
import { createFormStore } from './store.ts'

interface Props {
  model: PageModel
  /** The record to begin with, its sub rows under their codes. */
  record: Row
  /** Absent for a new record. */
  id?: string | undefined
  onClose(): void
  onSaved(id: string): void
  /** Saved, and another new record is wanted. */
  onAgain(): void
}

/** Clicks in quicker succession are one (ms). */
const FAST_CLICK_MS = 300

/** A record to enter or to change. What the user typed is kept until it is saved or he gives it up. */
export function RecordEditor({ model, record, id, onClose, onSaved, onAgain }: Props) {
  const { client, user } = useRenderer()
  const { message, modal } = App.useApp()
  const { form } = model

  // Held in state, not derived: nothing that happens around the form may take away what was typed.
  const begin = (base: Row, mine: Row, turn: number) => ({
    /** What was read from the server. */
    base,
    /** What the form began with: the same, or both sides of a conflict put together. */
    mine,
    turn,
    store: createFormStore(form, withoutSubRows(model, mine), {
      variables: formVariables(user, new Date()),
      readOnlyFields: model.definition.access.readonly.filter((name) => !name.includes('.')),
    }),
  })
  const [work, setWork] = useState(() => begin(record, record, 0))
  const { store } = work
  /** Answers that come later are about the form as it is then. */
  const latest = useRef(work)
  latest.current = work
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ current: Row; mine: Row } | null>(null)
  const [reveal, setReveal] = useState<{ field: string } | null>(null)
  const [failure, setFailure] = useState<RequestError | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const subs = useRef<SubTablesHandle>(null)
  const lastClick = useRef(0)
  const sending = useRef(false)

  useEffect(() => (body.current ? focusFirstField(body.current) : undefined), [])

  const goTo = useCallback((error: RowError) => {
    if (error.subTable) return subs.current?.focus(error)
    setReveal({ field: error.field })
    if (body.current) focusField(body.current, error.field)
  }, [])

  function showErrors(errors: readonly RowError[]) {
    const own = errors.filter((error) => !error.subTable)
    const shown = new Set(form.form.groups.flatMap((group) => group.fields.map((field) => field.name)))
    // An error that no field of the form can show is said.
    const unseen = errors.find((error) => (error.subTable ? error.field === '' : !shown.has(error.field)))
    if (unseen) message.error(unseen.message)
    else message.error(`有 ${errors.length} 处填写不正确，请检查`)
    const first = own.find((error) => shown.has(error.field)) ?? errors.find((error) => error.subTable)
    if (first) goTo(first)
  }

  function markRefusals(errors: readonly RowError[]) {
    for (const error of errors) if (!error.subTable) latest.current.store.setError(error.field, error.message)
    subs.current?.mark(errors.filter((error) => error.subTable))
    showErrors(errors)
  }

  async function save(again: boolean) {
    const now = Date.now()
    if (now - lastClick.current < FAST_CLICK_MS || sending.current) return
    lastClick.current = now
    setFailure(null)
    const errors = [...store.validate(), ...((await subs.current?.validate()) ?? [])]
    if (errors.length > 0) return showErrors(errors)
    await send({ ...store.row(), ...subs.current?.read() }, again)
  }

  async function send(row: Row, again: boolean) {
    if (sending.current) return
    sending.current = true
    // A locked control loses the keyboard; it gets it back if the user has to go on.
    const { activeElement } = document
    setBusy(true)
    try {
      const saved = await client.save(form.code, withoutTexts(row))
      message.success(id ? '修改成功！' : '添加成功！')
      onSaved(saved)
      // Stays locked until the next record is here: the same one must not be entered twice.
      if (again) onAgain()
      else onClose()
    } catch (caught) {
      sending.current = false
      setBusy(false)
      const error = asRequestError(caught)
      const detail = error.detail as Partial<Conflict & RowErrors> | null
      if (error.status === 409 && detail?.current) setConflict({ current: detail.current, mine: row })
      else if (detail?.errors?.length) markRefusals(detail.errors)
      else if (error.status === 404)
        setFailure(new RequestError('该记录已不存在，可能已被他人删除', 404, null, error.requestId))
      else {
        // An ended session has a dialog of its own, which goes when the user is back.
        if (!error.announced) setFailure(error)
        if (activeElement instanceof HTMLElement) setTimeout(() => activeElement.focus(), 0)
      }
    }
  }

  /** The form goes on from what was decided, so that nothing is lost if this save fails, too. */
  function resolve(merged: Row) {
    if (!conflict) return
    const { current } = conflict
    const subRows = Object.fromEntries(model.subs.map(({ sub }) => [sub.code, current[sub.code]]))
    setWork(begin(current, { ...subRows, ...merged }, work.turn + 1))
    setConflict(null)
    void send(merged, false)
  }

  function close() {
    if (sending.current) return
    if (work.turn === 0 && !store.isDirty() && !subs.current?.isDirty()) return onClose()
    modal.confirm({
      title: '放弃未保存的修改？',
      content: '您输入的内容还没有保存。',
      okText: '放弃修改',
      okButtonProps: { danger: true },
      cancelText: '继续编辑',
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }

  const checkUnique = useCallback(
    (name: string) => {
      const field = form.fields.find((one) => one.name === name)
      const value = store.row()[name]
      if (!field?.property.unique || value === null || value === undefined || value === '') return
      if (store.snapshot(name).error) return
      client
        .check({ source: form.code, field: name, value: String(value), ...(id ? { id } : {}) })
        .then((reason) => {
          // Meanwhile something else may have been typed.
          if (reason && store.row()[name] === value) store.setError(name, reason)
        })
        .catch((error: unknown) =>
          console.warn(`duplicate check of ${name} failed; saving checks again`, error),
        )
    },
    [client, form, store, id],
  )

  return (
    <div className="expo-form-body" ref={body}>
      {failure ? (
        <Alert
          type="error"
          showIcon
          className="expo-form-failure"
          title={failure.message}
          description={failure.requestId ? `请求编号：${failure.requestId}` : undefined}
        />
      ) : null}
      <RenderForm key={work.turn} store={store} disabled={busy} onLeave={checkUnique} reveal={reveal} />
      {model.subs.length > 0 ? (
        <SubTables
          key={`sub tables ${work.turn}`}
          ref={subs}
          model={model}
          record={work.mine}
          changed={work.turn > 0}
          disabled={busy}
        />
      ) : null}
      {/* While a conflict is decided, the form behind it is not saved. */}
      <ShellFooter close={close} {...(conflict ? {} : { save: () => void save(false) })}>
        <Button onClick={close} disabled={busy}>
          取消
        </Button>
        {id ? null : (
          <Button onClick={() => void save(true)} disabled={busy}>
            保存并新增
          </Button>
        )}
        <Button type="primary" loading={busy} onClick={() => void save(false)}>
          保存
        </Button>
      </ShellFooter>
      {conflict ? (
        <>
          <FocusReturn />
          <ConflictDialog
            model={model}
            base={work.base}
            mine={conflict.mine}
            current={conflict.current}
            onCancel={() => setConflict(null)}
            onResolve={resolve}
          />
        </>
      ) : null}
    </div>
  )
}

/** Texts that came with a record are the server's to make. */
function withoutTexts(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_dictText')))
}

/** Sub rows travel with the record and are edited in tables of their own. */
function withoutSubRows(model: PageModel, record: Row): Row {
  const codes = new Set(model.form.subTables.map(({ code }) => code))
  return Object.fromEntries(Object.entries(record).filter(([name]) => !codes.has(name)))
}
