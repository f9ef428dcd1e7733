import { App, Button, Drawer, Flex, Modal, Result, Skeleton, Tabs } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Conflict, RowErrors } from '#schemas/api/errors.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import type { RequestError } from '../data/data-client.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { asRequestError, useRequest } from '../data/use-request.ts'
import type { PageModel } from '../page/page-model.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DetailView } from './DetailView.tsx'
import { RenderForm } from './RenderForm.tsx'
import type { SubTablesHandle } from './SubTables.tsx'
import { SubTableTable } from './SubTableTable.tsx'
import { createFormStore } from './store.ts'

const SubTables = lazy(() => import('./SubTables.tsx').then((module) => ({ default: module.SubTables })))

export type FormMode = 'add' | 'edit' | 'detail'

interface Props {
  model: PageModel
  mode: FormMode
  /** Record to edit or show; absent for a new one. */
  id?: string
  /** First values of a new record beyond the document's own, e.g. the parent of a tree node. */
  preset?: Row
  onClose(): void
  onSaved(id: string): void
  /** Goes on to edit what is shown. */
  onEdit?(): void
}

/** Clicks in quicker succession are one (ms). */
const FAST_CLICK_MS = 300
const TITLES = { add: '新增', edit: '编辑', detail: '详情' } as const

/** A record in a modal, or in a drawer when it has sub tables: to enter, to change, to read. */
export function FormDialog(props: Props) {
  const { model, mode, id } = props
  const { client, user } = useRenderer()
  const record = useRequest<Row>(
    async (signal) => {
      if (mode === 'add' || !id) return { ...(await newRow(props.model, props.preset, user, client, signal)) }
      return client.get(model.form.code, id, { signal })
    },
    [client, model, mode, id],
  )
  const title = `${TITLES[mode]}${model.form.title}`
  if (record.data) return <OpenDialog {...props} record={record.data} reload={record.reload} title={title} />
  return (
    <Shell model={model} title={title} onClose={props.onClose} footer={null}>
      {record.error ? (
        <Result
          status={record.error.status === 404 ? '404' : 'error'}
          title={record.error.status === 404 ? '记录不存在或已被删除' : record.error.message}
          extra={<Button onClick={record.reload}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Shell>
  )
}

async function newRow(
  model: PageModel,
  preset: Row | undefined,
  user: ReturnType<typeof useRenderer>['user'],
  client: ReturnType<typeof useRenderer>['client'],
  signal: AbortSignal,
): Promise<Row> {
  const row: Row = { ...initialRow(model.form, user, new Date()), ...preset }
  // Serial numbers are previewed; the server gives the real one.
  await Promise.all(
    model.form.fields.map(async ({ name, property }) => {
      const from = property.defaultFrom
      if (!from || !('fillRule' in from)) return
      row[name] = await client.fill(from.fillRule, row, { signal }).catch(() => null)
    }),
  )
  return row
}

function OpenDialog({
  model,
  mode,
  id,
  record,
  reload,
  title,
  onClose,
  onSaved,
  onEdit,
}: Props & { record: Row; reload(): void; title: string }) {
  const { client, user } = useRenderer()
  const { message, modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [reveal, setReveal] = useState<{ field: string } | null>(null)
  const [failure, setFailure] = useState<RequestError | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const subs = useRef<SubTablesHandle>(null)
  const lastClick = useRef(0)
  const mainReadonly = useMemo(
    () => model.definition.access.readonly.filter((name) => !name.includes('.')),
    [model],
  )
  const store = useMemo(
    () =>
      createFormStore(model.form, record, {
        variables: formVariables(user, new Date()),
        readOnlyFields: mainReadonly,
      }),
    [model, record, user, mainReadonly],
  )

  const focusField = useCallback((name: string) => {
    setReveal({ field: name })
    // The tab of the field is shown by then.
    setTimeout(() => {
      const place = body.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
      place?.scrollIntoView({ block: 'center' })
      place?.querySelector<HTMLElement>('input, textarea, [tabindex]')?.focus()
    }, 60)
  }, [])

  useEffect(() => {
    if (mode === 'detail') return
    const timer = setTimeout(
      () =>
        body.current
          ?.querySelector<HTMLElement>(
            '.expo-field input:not([disabled]), .expo-field textarea:not([disabled])',
          )
          ?.focus(),
      80,
    )
    return () => clearTimeout(timer)
  }, [mode])

  const showErrors = useCallback(
    (errors: readonly RowError[]) => {
      const own = errors.filter((error) => !error.subTable)
      for (const error of own) store.setError(error.field, error.message)
      const inSubs = errors.filter((error) => error.subTable)
      if (inSubs.length > 0) subs.current?.mark(inSubs)
      const unseen = own.filter(
        (error) => !model.form.fields.some((field) => field.name === error.field && field.inForm),
      )
      if (unseen[0]) message.error(unseen[0].message)
      const first = own.find((error) => !unseen.includes(error))
      if (first) focusField(first.field)
      else if (inSubs[0]) subs.current?.focus(inSubs[0])
    },
    [store, model, message, focusField],
  )

  const save = useCallback(
    async (again: boolean, merged?: Row) => {
      const now = Date.now()
      if (!merged && now - lastClick.current < FAST_CLICK_MS) return
      lastClick.current = now
      if (busy) return
      setFailure(null)
      if (!merged) {
        const errors = store.validate()
        const subErrors = (await subs.current?.validate()) ?? []
        if (errors.length + subErrors.length > 0) {
          message.error(`有 ${errors.length + subErrors.length} 处填写不正确，请检查`)
          if (errors[0]) focusField(errors[0].field)
          else if (subErrors[0]) subs.current?.focus(subErrors[0])
          return
        }
      }
      setBusy(true)
      try {
        const row = { ...(merged ?? store.row()), ...subs.current?.read() }
        const saved = await client.save(model.form.code, withoutTexts(row))
        message.success(mode === 'add' ? '添加成功！' : '修改成功！')
        setConflict(null)
        onSaved(saved)
        if (again) reload()
        else onClose()
      } catch (caught) {
        const error = asRequestError(caught)
        const detail = error.detail as Partial<Conflict & RowErrors> | null
        if (error.status === 409 && detail?.current)
          setConflict({ current: detail.current, sent: detail.sent ?? store.row() })
        else if (detail?.errors?.length) showErrors(detail.errors)
        else setFailure(error)
      } finally {
        setBusy(false)
      }
    },
    [busy, store, client, model, mode, message, onSaved, onClose, reload, showErrors, focusField],
  )

  const close = useCallback(() => {
    if (mode === 'detail' || !(store.isDirty() || subs.current?.isDirty())) return onClose()
    modal.confirm({
      title: '放弃未保存的修改？',
      content: '您输入的内容还没有保存。',
      okText: '放弃修改',
      okButtonProps: { danger: true },
      cancelText: '继续编辑',
      onOk: onClose,
    })
  }, [mode, store, modal, onClose])

  const checkUnique = useCallback(
    (name: string) => {
      const field = model.form.fields.find((one) => one.name === name)
      const value = store.row()[name]
      if (
        !field?.property.unique ||
        value === null ||
        value === undefined ||
        value === '' ||
        store.snapshot(name).error
      )
        return
      void client
        .check({ source: model.form.code, field: name, value: String(value), ...(id ? { id } : {}) })
        .then((reason) => {
          // Meanwhile something else may have been typed.
          if (reason && store.row()[name] === value) store.setError(name, reason)
        })
        .catch(() => undefined)
    },
    [client, model, store, id],
  )

  const canEdit = mode === 'detail' && model.definition.access.actions.includes('edit') && onEdit
  const footer =
    mode === 'detail' ? (
      <Flex justify="end" gap={8}>
        {canEdit ? (
          <Button type="primary" onClick={onEdit}>
            编辑
          </Button>
        ) : null}
        <Button onClick={onClose}>关闭</Button>
      </Flex>
    ) : (
      <Flex justify="end" gap={8} wrap>
        <Button onClick={close}>取消</Button>
        {mode === 'add' ? (
          <Button onClick={() => void save(true)} disabled={busy}>
            保存并新增
          </Button>
        ) : null}
        <Button type="primary" loading={busy} onClick={() => void save(false)}>
          保存
        </Button>
      </Flex>
    )

  return (
    <Shell
      model={model}
      title={title}
      onClose={close}
      footer={footer}
      {...(mode === 'detail' ? {} : { onSaveKey: () => void save(false) })}
    >
      <div className="expo-form-body" ref={body}>
        {failure ? (
          <Result
            status="warning"
            style={{ padding: '0 0 12px' }}
            title={<span style={{ fontSize: 15 }}>{failure.message}</span>}
            subTitle={failure.requestId ? `请求编号：${failure.requestId}` : undefined}
          />
        ) : null}
        {mode === 'detail' ? (
          <DetailView
            form={model.form}
            row={record}
            columns={model.subs.length > 0 || model.form.form.columns > 1 ? 3 : 2}
          />
        ) : (
          <RenderForm store={store} disabled={busy} onLeave={checkUnique} reveal={reveal} />
        )}
        {model.subs.length === 0 ? null : mode === 'detail' ? (
          <Tabs
            items={model.subs.map(({ sub, form }) => ({
              key: sub.code,
              label: sub.title === sub.code ? form.title : sub.title,
              children: (
                <SubTableTable
                  form={form}
                  rows={(Array.isArray(record[sub.code]) ? record[sub.code] : []) as Row[]}
                  one={sub.relation === 'one'}
                />
              ),
            }))}
          />
        ) : (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
            <SubTables ref={subs} model={model} record={record} disabled={busy} />
          </Suspense>
        )}
      </div>
      {conflict ? (
        <ConflictDialog
          form={model.form}
          base={record}
          mine={store.row()}
          current={conflict.current}
          onCancel={() => setConflict(null)}
          onResolve={(merged) => void save(false, merged)}
        />
      ) : null}
    </Shell>
  )
}

/** Texts that came with a record are the server's to make. */
function withoutTexts(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_dictText')))
}

interface ShellProps {
  model: PageModel
  title: string
  footer: React.ReactNode
  onClose(): void
  onSaveKey?(): void
  children: React.ReactNode
}

/** Modal for short forms, drawer for those with sub tables; never wider than the window. */
function Shell({ model, title, footer, onClose, onSaveKey, children }: ShellProps) {
  const width = `min(${model.form.form.fullscreen ? 4000 : model.form.form.width}px, 100vw)`
  const handleKey = (event: React.KeyboardEvent) => {
    if (!onSaveKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    onSaveKey()
  }
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole dialog, besides its buttons
    <div onKeyDown={handleKey}>{children}</div>
  )
  if (model.subs.length > 0)
    return (
      <Drawer
        open
        title={title}
        size={width as unknown as number}
        onClose={onClose}
        footer={footer}
        mask={{ closable: false }}
        destroyOnHidden
      >
        {content}
      </Drawer>
    )
  return (
    <Modal
      open
      title={title}
      width={width}
      style={{ top: 40, maxWidth: '100vw' }}
      onCancel={onClose}
      footer={footer}
      mask={{ closable: false }}
      destroyOnHidden
      styles={{
        body: {
          maxHeight: 'calc(100vh - 220px)',
          overflowY: 'auto',
          overflowX: 'hidden',
          paddingInlineEnd: 4,
        },
      }}
    >
      {content}
    </Modal>
  )
}
