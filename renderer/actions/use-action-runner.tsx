import { App } from 'antd'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { Results } from '../data/data-client.ts'
import { rowSource } from '../data/row-source.ts'
import { asRequestError } from '../data/use-request.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import type { ListedRows } from '../model/listed-rows.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import type { Action, ActionHost, ActionPlace } from './action.ts'
import { useTellDone } from './use-tell-done.tsx'

const PanelDialog = lazyDialog(async () => ({ default: (await import('./PanelDialog.tsx')).PanelDialog }))
const PrintDialog = lazyDialog(async () => ({
  default: (await import('../print/PrintDialog.tsx')).PrintDialog,
}))
const TextPrompt = lazyDialog(async () => ({ default: (await import('./TextPrompt.tsx')).TextPrompt }))

/** Runs actions, one at a time, and shows the panel that one of them opened. */
export interface ActionRunner {
  /** Code of the action that is under way. */
  running: string | null
  /** Whether the records allow an action. */
  can(action: Action, records: readonly Row[]): boolean
  /** Asks what the action asks, then runs it. Never rejects: a failure is shown. */
  press(action: Action, records: readonly Row[]): Promise<void>
  /** Runs it where its question was asked already. */
  run(action: Action, records: readonly Row[]): Promise<void>
  /** What an action opened. */
  panel: ReactNode
}

/** What the print preview was opened with. */
interface PrintedRows {
  ids: readonly string[]
  listed: ListedRows | null
}

interface OpenPanel {
  name: string
  title: string
  records: readonly Row[]
}

/** All rows of the query, for an action that can be done with them. */
function resultsFor({ takesResults }: Action, { results }: ActionHost): Results | null {
  return takesResults ? (results ?? null) : null
}

/** Runs the actions of a form on a screen. */
export function useActionRunner(form: CompiledForm, host: ActionHost): ActionRunner {
  const { client, user, navigate } = useRenderer()
  const { message, modal } = App.useApp()
  const tellDone = useTellDone()
  const [running, setRunning] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ action: Action; records: readonly Row[] } | null>(null)
  const [opened, setOpened] = useState<OpenPanel | null>(null)
  const [printed, setPrinted] = useState<PrintedRows | null>(null)
  // A second press may come before the first has drawn the lock.
  const isBusy = useRef(false)

  const place = useCallback(
    (records: readonly Row[], results: Results | null): ActionPlace => ({
      form,
      source: rowSource(form),
      records,
      results,
      client,
      user,
      host,
      print(chosen, as) {
        const listed = as === 'list' ? (host.listed?.() ?? null) : null
        if (chosen.length > 0 || listed) setPrinted({ ids: chosen.map(({ id }) => String(id)), listed })
        else void message.warning(t('请先填写查询条件'))
      },
      openPanel: (name, title, about) => setOpened({ name, title, records: about }),
      navigate: navigate ?? ((address) => window.location.assign(address)),
      say: {
        success: (text) => void message.success(text),
        warning: (text) => void message.warning(text),
      },
      done: (text, operation) => tellDone(form, text, operation, host.changed),
    }),
    [form, client, user, host, navigate, message, tellDone],
  )

  const run = useCallback(
    async (action: Action, records: readonly Row[], text?: string) => {
      if (isBusy.current) return
      if (action.asks && text === undefined) return setAsking({ action, records })
      isBusy.current = true
      setRunning(action.code)
      try {
        await action.run({
          ...place(records, resultsFor(action, host)),
          ...(text === undefined ? {} : { text }),
        })
      } catch (caught) {
        const error = asRequestError(caught)
        if (!error.announced) message.error(error.message)
      } finally {
        isBusy.current = false
        setRunning(null)
      }
    },
    [place, message, host],
  )

  const press = useCallback(
    async (action: Action, records: readonly Row[]) => {
      const question = action.question?.({ records, results: resultsFor(action, host) })
      if (!question) return run(action, records)
      modal.confirm({
        title: question.title,
        content: question.content,
        okText: question.okText,
        okButtonProps: { danger: action.danger ?? false },
        cancelText: t('取消'),
        onOk: () => run(action, records),
      })
    },
    [run, modal, host],
  )

  const can = useCallback(
    (action: Action, records: readonly Row[]) => action.can({ form, records, user }),
    [form, user],
  )

  const panel = opened ? (
    <PanelDialog
      {...opened}
      source={rowSource(form)}
      onChanged={host.changed}
      onClose={() => setOpened(null)}
      onDone={() => {
        setOpened(null)
        host.changed()
      }}
    />
  ) : null
  const asked = asking?.action.asks?.(form)
  const prompt =
    asking && asked ? (
      <TextPrompt
        title={asking.action.title}
        label={asked.title}
        required={asked.required}
        maxLength={asked.maxLength}
        onCancel={() => setAsking(null)}
        onConfirm={(text) => {
          setAsking(null)
          void run(asking.action, asking.records, text)
        }}
      />
    ) : null
  const preview = printed ? <PrintDialog form={form} {...printed} onClose={() => setPrinted(null)} /> : null
  const shown = panel ?? prompt ?? preview
  return useMemo(() => ({ running, can, press, run, panel: shown }), [running, can, press, run, shown])
}
