import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { filterValue } from '#schemas/compile/filter-condition.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Action, ActionHost } from '../actions/action.ts'
import { actionsAt, formActions } from '../actions/form-actions.ts'
import { type ActionRunner, useActionRunner } from '../actions/use-action-runner.tsx'
import type { DataClient } from '../data/data-client.ts'
import { useReloadOnTurn } from '../data/page-turn.ts'
import { useRecordChanges } from '../data/record-changes.ts'
import { rowSource } from '../data/row-source.ts'
import { RecordPlaceContext } from '../form/record-place.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import { listStateSearch, parseListState } from '../model/list-address.ts'
import { askedValues, type ListShape, type ListState } from '../model/list-state.ts'
import type { PageModel } from '../model/page-model.ts'
import { wordsOf } from '../model/query-fields.ts'
import { useQueryFields } from '../query/use-query-fields.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useTaken } from '../widget/use-taken.ts'
import { type AskedImport, ImportDialogs } from './ImportDialogs.tsx'
import { useMoveTo } from './moving/use-move-to.tsx'
import { type RowMoves, useRowMoves } from './moving/use-row-moves.tsx'
import type { RowAction } from './RowMenu.tsx'
import { shapeLeft } from './shape-left.ts'
import { type ListModel, useList } from './use-list.ts'
import { type ListSetup, useListSettings } from './use-list-settings.ts'
import { useListed } from './use-listed.ts'
import { useRecordDialog } from './use-record-dialog.tsx'

const NONE: readonly Action[] = []

const BatchEditDialog = lazyDialog(async () => ({
  default: (await import('./batch-edit/BatchEditDialog.tsx')).BatchEditDialog,
}))
const ExportDialog = lazyDialog(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

export interface FormRecordsInput {
  model: PageModel
  /** What the user may do now; the model holds what was allowed when the page was opened. */
  granted: readonly string[]
  /** The address's query, and how to change it: filters and page survive a reload. Absent beside another list. */
  search?: string
  onSearch?(search: string): void
  /** Queries that are saved for the list; the address may name one. */
  saved?: readonly SavedQueryOfUser[] | undefined
  /** Only rows that meet it. */
  where?: Condition | undefined
  /** First values of new records, e.g. the record that the list belongs to. */
  preset?: Row | undefined
  /** The rows are shown in no other way. */
  onlyTable?: boolean
  /** Is asked before other rows are chosen, which takes from the screen what is shown of the chosen one. */
  askFirst?: ((go: () => void) => void) | undefined
}

/** The records of a form with everything that can be done with them; a list or a tree draws them. */
export interface FormRecords {
  list: ListModel
  chosen: readonly Row[]
  runner: ActionRunner
  actions: readonly Action[]
  /** The links of a row; absent where the form has none for this user. */
  ofRow: ((row: Row) => readonly RowAction[]) | undefined
  /** Present while rows can be put in order by hand. */
  moves: RowMoves | null
  /** Loads again what is shown, after records were changed. */
  changed(): void
  /** How its user set the list up. */
  setup: ListSetup
  /** The dialog of a record and the panel of an action, while one is open. */
  dialogs: ReactNode
}

/** Wires list, actions and dialogs of a form's records. */
export function useFormRecords(input: FormRecordsInput): FormRecords {
  const { model, granted, search = '', onSearch, saved, where, preset, askFirst, onlyTable = false } = input
  const { form } = model
  const taken = useTaken(form)
  const { client } = useRenderer()
  const askable = useQueryFields(model)
  const shape = useMemo(
    () => shapeLeft(model, taken, (name) => askable.has(name), client, onlyTable),
    [model, taken, askable, client, onlyTable],
  )
  const describe = useMemo(() => wordsOf(model), [model])
  const addressed = useMemo<ListShape>(() => ({ ...shape, ...(saved ? { saved } : {}) }), [shape, saved])
  const begin = useMemo(() => parseListState(addressed, search), [addressed, search])
  const handleNavigate = useCallback(
    (state: ListState) => onSearch?.(listStateSearch(addressed, state)),
    [addressed, onSearch],
  )
  const list = useList({
    source: rowSource(form),
    ...shape,
    wordsOf: describe,
    saved,
    tree: form.tree,
    isLive: true,
    where,
    begin,
    onNavigate: handleNavigate,
  })
  const { forget, reload, follow, results } = list
  const viewed = saved?.find(({ id }) => id === list.state.view) ?? null
  const setup = useListSettings(model, list.shape.columns, viewed)
  // The address may have changed without the list, which is by Back, Forward or a link; its own changes it has made already.
  const shown = useRef(list.state)
  shown.current = list.state
  const followed = useRef(begin)
  /** The state that came with an address, not from the list itself. */
  const opened = useRef(begin)
  useEffect(() => {
    if (followed.current === begin) return
    followed.current = begin
    if (listStateSearch(addressed, shown.current) === listStateSearch(addressed, begin)) return
    opened.current = begin
    follow(begin)
  }, [addressed, begin, follow])
  const tell = useRecordChanges(reload)
  useReloadOnTurn(reload)
  const changed = useCallback(() => {
    reload()
    tell()
  }, [reload, tell])
  const reveal = list.tree?.open
  const dialog = useRecordDialog(
    model,
    granted,
    (preset) => {
      const parent = form.tree && preset?.[form.tree.parent]
      if (parent) reveal?.(String(parent))
      changed()
    },
    list.rows !== null || list.error !== null || list.missing.length > 0,
  )
  const { open } = dialog
  const place = useContext(RecordPlaceContext)
  /** The page of records, where the document has details open there. */
  const page = form.document.layout?.details === 'page' && place?.form === form.code ? place : null
  /** What the address asked for and still is asked for; filters that were set in the list itself say nothing of a new record. */
  const asked = useCallback(() => {
    const { filter } = opened.current
    const now = shown.current.filter
    const kept = Object.entries(filter).filter(([name, value]) => value === filterValue(now, name))
    return askedValues(form.list, Object.fromEntries(kept))
  }, [form])
  const [asking, setAsking] = useState<'out' | 'values' | AskedImport | null>(null)
  const stopAsking = useCallback(() => setAsking(null), [])
  const listed = useListed(list, setup, where)
  const host = useMemo<ActionHost>(
    () => ({
      open: (mode, id, first) => {
        if (mode === 'detail' && id && page) page.open(id)
        else open(mode, id, mode === 'add' ? { ...asked(), ...preset, ...first } : undefined)
      },
      removed: (ids) => {
        forget(ids)
        tell()
      },
      changed,
      takeIn: () => setAsking('in'),
      giveOut: () => setAsking('out'),
      editMany: () => setAsking('values'),
      listed,
      results,
    }),
    [open, page, asked, preset, forget, tell, changed, results, listed],
  )
  const runner = useActionRunner(form, host)
  const offered = useMemo(() => {
    const can = offeredBy(client, form)
    return formActions(form, granted, taken)
      .filter(({ code }) => can[code] ?? true)
      .map((action) => (action.code === 'batch_delete' && !can.removeAll ? ofRecordsOnly(action) : action))
  }, [form, granted, taken, client])
  const movable = taken.has(form.list.order ?? '') ? NONE : offered
  const { moves, actions: steps, send } = useRowMoves(form, list, movable, changed)
  const moveTo = useMoveTo(model, list, offered, send, changed)
  const actions = useMemo(() => [...offered, ...steps, ...moveTo.actions], [offered, steps, moveTo.actions])
  const ofRow = useRowActions(actions, runner)
  // Of all results only those of this page are here: no action is to take them for all.
  const chosen = useMemo(() => (results ? [] : [...list.chosen.values()]), [list.chosen, results])
  const dialogs = (
    <>
      {dialog.element}
      {runner.panel}
      {moveTo.dialog}
      {asking === 'in' || typeof asking === 'object' ? (
        <ImportDialogs
          form={form}
          asking={asking}
          onAsk={setAsking}
          onChanged={changed}
          onClose={stopAsking}
        />
      ) : null}
      {asking === 'out' ? (
        <ExportDialog form={form} list={list} columns={setup.columns} where={where} onClose={stopAsking} />
      ) : null}
      {asking === 'values' ? (
        <BatchEditDialog
          model={model}
          rows={results ?? { query: {}, count: chosen.length, ids: [...list.chosen.keys()] }}
          onChanged={changed}
          onClose={stopAsking}
        />
      ) : null}
    </>
  )
  const { choose } = list
  const guarded = askFirst
    ? { ...list, choose: (rows: Parameters<typeof choose>[0]) => askFirst(() => choose(rows)) }
    : list
  return { list: guarded, chosen, runner, actions, ofRow, moves, changed, setup, dialogs }
}

/** What the client can do with rows of the form; they may be those of a list elsewhere. */
function offeredBy(client: DataClient, form: CompiledForm): Readonly<Record<string, boolean>> {
  const isOwn = form.document.list?.url === undefined
  const prints = isOwn && client.printRows !== undefined
  return {
    import: isOwn && client.importRows !== undefined,
    export: isOwn && client.exportRows !== undefined,
    print: prints,
    print_list: prints,
    batch_edit: isOwn && client.tryEditMany !== undefined && client.editMany !== undefined,
    removeAll: isOwn && client.removeResults !== undefined,
  }
}

function useRowActions(
  actions: readonly Action[],
  { can, run }: Pick<ActionRunner, 'can' | 'run'>,
): FormRecords['ofRow'] {
  return useMemo(() => {
    const ofRow = actionsAt(actions, 'row')
    if (ofRow.length === 0) return undefined
    return (row) =>
      ofRow
        .filter((action) => can(action, [row]))
        .map((action) => ({
          key: action.code,
          label: action.title,
          danger: action.danger ?? false,
          question: action.question?.({ records: [row] }) ?? null,
          run: () => run(action, [row]),
        }))
  }, [actions, can, run])
}

/** An action that the server cannot do with all rows of a query. */
function ofRecordsOnly({ takesResults: _, ...action }: Action): Action {
  return action
}
