import { Alert, App, Button, Typography } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Draft } from '#schemas/api/draft.ts'
import type { Conflict, RowErrors } from '#schemas/api/errors.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useTellDone } from '../actions/use-tell-done.tsx'
import { RequestError } from '../data/data-client.ts'
import { asRequestError } from '../data/use-request.ts'
import { askToDiscard } from '../kit/ask-to-discard.ts'
import { askToSaveLess } from '../kit/ask-to-save-less.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import { copyOf, withoutSubRows, withoutTexts } from '../model/copy-record.ts'
import { mergeRecord } from '../model/merge-record.ts'
import type { PageModel } from '../model/page-model.ts'
import { PendingUploadsContext } from '../widget/files/pending-uploads.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useTaken } from '../widget/use-taken.ts'
import { ConflictDialog, savedMeanwhile } from './ConflictDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ShellFooter } from './FormShell.tsx'
import { focusField, focusFirstField } from './focus-field.ts'
import { RenderForm } from './RenderForm.tsx'
import { beginWork, goOnWith } from './record-work.ts'
import { SubTables, type SubTablesHandle } from './SubTables.tsx'
import { paneOf } from './sub-table-pane.ts'
import { useUnsavedForm } from './unsaved-forms.ts'
import { useDraft } from './use-draft.ts'
import { useFieldChecks } from './use-field-checks.ts'
import { useOthers } from './use-others.ts'
import { useUploadsFirst } from './use-uploads-first.ts'

/** For those who design forms: nobody else loads it. */
const RuleInspector = lazyDialog(async () => ({
  default: (await import('./RuleInspector.tsx')).RuleInspector,
}))

interface Props {
  model: PageModel
  /** The record to begin with, its sub rows under their codes. */
  record: Row
  /** Absent for a new record. */
  id?: string | undefined
  /** Drafts that came with the record. */
  drafts?: readonly Draft[] | undefined
  onClose(): void
  onSaved(id: string): void
  /** Saved, and another new record is wanted: an empty one, or one that begins with what was saved. */
  onAgain(copy?: Row): void
}

/** What happens once the record is saved. */
type Then = 'close' | 'new' | 'copy'

/** Clicks in quicker succession are one (ms). */
const FAST_CLICK_MS = 300

/** A record to enter or to change. What the user typed is kept until it is saved or given up. */
export function RecordEditor({ model, record, id, drafts, onClose, onSaved, onAgain }: Props) {
  const { client, user } = useRenderer()
  const { message, modal } = App.useApp()
  const tellDone = useTellDone()
  const { form } = model
  const taken = useTaken(form)
  const mayAdd = !taken.has('add') && id === undefined

  // Held in state, not derived: nothing that happens around the form may take away what was typed.
  const [work, setWork] = useState(() => beginWork(model, user, { base: record, mine: record }))
  const { store } = work
  /** Answers that come later are about the form as it is then. */
  const latest = useRef(work)
  latest.current = work
  const [busy, setBusy] = useState(false)
  const { uploads, isWaiting, arrived } = useUploadsFirst()
  const [conflict, setConflict] = useState<{ current: Row; mine: Row } | null>(null)
  const merge = useMemo(
    () => conflict && mergeRecord(model, { before: work.base, ...conflict }, taken),
    [conflict, model, work.base, taken],
  )
  const [reveal, setReveal] = useState<{ field: string } | null>(null)
  const [isExplained, setExplained] = useState(false)
  const [failure, setFailure] = useState<RequestError | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const subs = useRef<SubTablesHandle>(null)
  const lastClick = useRef(0)
  const sending = useRef(false)

  useEffect(() => (body.current ? focusFirstField(body.current) : undefined), [])

  const goTo = useCallback((error: RowError) => {
    if (error.subTable) return subs.current?.focus(error)
    const field = latest.current.store.placeOf(error.field)
    setReveal({ field })
    if (body.current) focusField(body.current, field)
  }, [])

  function showErrors(errors: readonly RowError[]) {
    const own = errors.filter((error) => !error.subTable)
    const { placeOf } = latest.current.store
    const shown = new Set(form.form.groups.flatMap((group) => group.fields.map((field) => field.name)))
    // An error that no field of the form can show is said.
    const unseen = errors.find((error) =>
      error.subTable ? error.field === '' : !shown.has(placeOf(error.field)),
    )
    const first =
      own.find((error) => shown.has(placeOf(error.field))) ?? errors.find((error) => error.subTable)
    const pane = first ? paneOf(model, first) : null
    const count = errors.length
    if (unseen) message.error(unseen.message)
    else if (pane)
      message.error(
        t('子表「{title}」（第 {place} 个页签）填写不正确，共 {count} 处，请检查', {
          title: pane.title,
          place: pane.index + 1,
          count,
        }),
      )
    else message.error(t('有 {count} 处填写不正确，请检查', { count }))
    if (first) goTo(first)
  }

  function markRefusals(errors: readonly RowError[]) {
    for (const error of errors) if (!error.subTable) latest.current.store.setError(error.field, error.message)
    subs.current?.mark(errors.filter((error) => error.subTable))
    showErrors(errors)
  }

  async function save(then: Then) {
    const now = Date.now()
    if (now - lastClick.current < FAST_CLICK_MS || sending.current) return
    lastClick.current = now
    setFailure(null)
    if (!(await arrived())) return
    const errors = [...store.validate(), ...((await subs.current?.validate()) ?? [])]
    others.settle()
    if (errors.length > 0) return showErrors(errors)
    const row = { ...store.row(), ...subs.current?.read() }
    const closed = [
      ...store.changedAndClosed().map(({ title }) => title),
      ...(subs.current?.changedAndClosed() ?? []),
    ]
    if (closed.length === 0) await send(row, then)
    else askToSaveLess(modal, closed, () => void send(row, then))
  }

  async function send(row: Row, then: Then) {
    if (sending.current) return
    sending.current = true
    // A locked control loses the keyboard; it gets it back if the user has to go on.
    const { activeElement } = document
    setBusy(true)
    try {
      let operation: string | null = null
      const saved = await client.save(form.code, withoutTexts(row), { onDone: (name) => (operation = name) })
      draft.forget()
      tellDone(form, id ? t('修改成功！') : t('添加成功！'), operation, () => onSaved(saved))
      onSaved(saved)
      // Stays locked until the next record is here: the same one must not be entered twice.
      if (then === 'new') onAgain()
      else if (then === 'copy') onAgain(copyOf(model, row))
      else onClose()
    } catch (caught) {
      sending.current = false
      setBusy(false)
      const error = asRequestError(caught)
      const detail = error.detail as Partial<Conflict & RowErrors> | null
      if (error.status === 409 && detail?.current) setConflict({ current: detail.current, mine: row })
      else if (detail?.errors?.length) markRefusals(detail.errors)
      else if (error.status === 404)
        setFailure(new RequestError(t('该记录已不存在，可能已被他人删除'), 404, null, error.requestId))
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
    setWork(goOnWith(model, user, work, conflict.current, merged))
    setConflict(null)
    void send(merged, 'close')
  }

  const isDirty = () =>
    work.turn > 0 || store.isDirty() || subs.current?.isDirty() === true || uploads.isBusy()
  useUnsavedForm(isDirty)
  const draft = useDraft({
    model,
    id,
    work,
    came: drafts,
    isDirty,
    subRows: () => subs.current?.peek() ?? {},
  })
  const [offered] = draft.offers

  /** The form goes on from the draft and what stood in it, which is still to be saved. */
  function takeUp(draftOfOffer: Draft, merged: Row, entered: ReadonlySet<string>) {
    setWork(goOnWith(model, user, work, work.base, merged, entered))
    draft.takeUp(draftOfOffer)
  }

  function close() {
    if (sending.current) return
    if (!isDirty()) {
      // Of what was typed and taken back.
      draft.forget()
      return onClose()
    }
    askToDiscard(modal, () => {
      draft.forget()
      onClose()
    })
  }

  /** What others saved goes into the form where it is as it was read; the rest is merged at the save. */
  function take(current: Row): boolean {
    const { base, store } = latest.current
    // Of this very save, or decided just now.
    if (sending.current || conflict) return false
    if (String(current._version) === String(base._version)) return true
    const { _version, _drafts, ...own } = withoutSubRows(model, current)
    const isWhole = [subs.current?.receive(current) ?? true, store.receive(own)].every(Boolean)
    if (!isWhole) return false
    store.receive({ _version })
    setWork((before) => ({ ...before, base: current }))
    return true
  }
  const others = useOthers({ form: form.code, id, take })
  const checkNow = useFieldChecks(form, store, id)

  return (
    <div className="expo-form-body" ref={body}>
      {failure ? (
        <Alert
          type="error"
          showIcon
          className="expo-form-failure"
          title={failure.message}
          description={
            failure.requestId ? t('请求编号：{requestId}', { requestId: failure.requestId }) : undefined
          }
        />
      ) : null}
      {offered ? (
        <DraftOffer
          key={offered.key}
          model={model}
          draft={offered}
          work={work}
          taken={taken}
          disabled={busy || conflict !== null}
          subRows={() => subs.current?.read() ?? {}}
          uploads={uploads}
          onTakeUp={takeUp}
          onReject={() => draft.reject(offered)}
        />
      ) : null}
      {others.names.length > 0 ? (
        <Typography.Text type="secondary" role="status">
          {t('{names} 也打开了这条记录', { names: others.names.join('、') })}
        </Typography.Text>
      ) : null}
      {isWaiting ? <Alert type="info" showIcon title={t('文件上传完成后自动保存')} /> : null}
      <PendingUploadsContext value={uploads}>
        <RenderForm
          key={work.turn}
          store={store}
          form={form}
          disabled={busy}
          onLeave={checkNow}
          reveal={reveal}
        />
        {model.subs.length > 0 ? (
          <SubTables
            key={`sub tables ${work.turn}`}
            ref={subs}
            model={model}
            record={work.mine}
            main={store}
            board={work.board}
            isNew={id === undefined}
            changed={work.changed}
            disabled={busy}
            others={others.others}
            onPlace={others.place}
          />
        ) : null}
      </PendingUploadsContext>
      {/* While a conflict is decided, the form behind it is not saved. */}
      <ShellFooter close={close} {...(conflict ? {} : { save: () => void save('close') })}>
        {model.definition.access.designs && form.rules.length > 0 ? (
          <Button onClick={() => setExplained(true)}>{t('规则说明')}</Button>
        ) : null}
        <Button onClick={close} disabled={busy}>
          {t('取消')}
        </Button>
        {mayAdd ? (
          <>
            <Button onClick={() => void save('copy')} disabled={busy}>
              {t('保存并复制')}
            </Button>
            <Button onClick={() => void save('new')} disabled={busy}>
              {t('保存并新增')}
            </Button>
          </>
        ) : null}
        <Button type="primary" loading={busy || isWaiting} onClick={() => void save('close')}>
          {t('保存')}
        </Button>
      </ShellFooter>
      {isExplained ? <RuleInspector store={store} onClose={() => setExplained(false)} /> : null}
      {conflict && merge ? (
        <>
          <FocusReturn />
          <ConflictDialog
            merge={merge}
            title={t('记录已被他人修改')}
            note={savedMeanwhile(model, conflict.current)}
            okText={t('按所选内容保存')}
            backText={t('返回继续编辑')}
            onCancel={() => setConflict(null)}
            onResolve={resolve}
          />
        </>
      ) : null}
    </div>
  )
}
