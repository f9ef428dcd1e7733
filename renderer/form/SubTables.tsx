import { Tabs } from 'antd'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Place } from '#schemas/api/presence.ts'
import { type FormUser, formVariables } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import type { Others, SubTableGridHandle } from '../grid/sub-table/types.ts'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { focusField } from './focus-field.ts'
import { RenderForm, TabLabel } from './RenderForm.tsx'
import { followMain, type RowBoard } from './row-board.ts'
import { SubTableSlot } from './SubTableSlot.tsx'
import { createFormStore, type FormStore } from './store.ts'
import { type Beginnings, receiveSubs, validateSubs } from './sub-table-calls.ts'

/** What the main form asks of its sub tables when it is saved. */
export interface SubTablesHandle {
  /** Every error, sub table by sub table. */
  validate(): Promise<RowError[]>
  /** Rows of the sub tables that were changed, by code, in stored form. */
  read(): Row
  /** As `read`, but an open editor is left alone: what it holds is read. */
  peek(): Row
  isDirty(): boolean
  /** What was entered and will not be saved, because a rule closed it: names of fields after that of their sub table. */
  changedAndClosed(): readonly string[]
  /** Shows the first error's tab and goes to its cell. */
  focus(error: RowError): void
  /** Takes the sub rows of the record as it stands on the server now; answers whether that was possible with all of them. */
  receive(record: Row): boolean
  /** Marks what the server refused. */
  mark(errors: readonly RowError[]): void
}

interface Props {
  model: PageModel
  /** The main record with its sub rows under their codes. */
  record: Row
  /** The form of the main record, which the rules of the rows read, and the rows that its rules read. */
  main: FormStore
  board: RowBoard
  /** Codes of the sub tables whose rows differ from the stored ones already. */
  changed?: ReadonlySet<string>
  /** Nothing of the record is stored yet: rows that it begins with are saved although nobody changed them. */
  isNew: boolean
  disabled?: boolean
  others?: Others | undefined
  /** The user is elsewhere in a sub table. */
  onPlace?(place: Place | null): void
  ref?: Ref<SubTablesHandle>
}

const NO_ERRORS: readonly RowError[] = []
const NO_ROWS: readonly Row[] = []
const NOTHING: ReadonlySet<string> = new Set()

/** The sub tables of a main form, a tab each: a grid for many rows, a form for one. */
export function SubTables(props: Props) {
  const { model, record, main, board, isNew, changed = NOTHING, disabled = false, ref } = props
  const { others, onPlace } = props
  const { user } = useRenderer()
  const [active, setActive] = useState(model.subs[0]?.sub.code ?? '')
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const [refused, setRefused] = useState<readonly RowError[]>(NO_ERRORS)
  const grids = useRef(new Map<string, SubTableGridHandle>())
  const place = useRef<HTMLDivElement>(null)
  /** Codes of the grids in which something was changed. */
  const touched = useRef(new Set(changed))
  // What the tables begin with; the record that is being edited does not change under them.
  const [begun] = useState(() => beginnings(model, record, user, main))
  const bySub = useMemo(
    () =>
      new Map(
        model.subs.map(({ sub }) => [sub.code, refused.filter((error) => error.subTable === sub.code)]),
      ),
    [model, refused],
  )

  // A grid whose program is still to come has changed nothing.
  const rowsIn = (code: string) => [...(grids.current.get(code)?.read().rows ?? begun.rows.get(code) ?? [])]
  const isSent = (code: string) => touched.current.has(code) || (isNew && begun.filled.has(code))

  /** Unchanged sub tables are left out: the server keeps their rows as they are at that time. */
  function changedRows(ofGrid: (code: string) => Row[] | undefined | null): Row {
    const result: Row = {}
    for (const { sub } of model.subs) {
      const store = begun.stores.get(sub.code)
      if (store) {
        const isThere = store.isDirty() || begun.filled.has(sub.code)
        if (store.isDirty() || isSent(sub.code)) result[sub.code] = isThere ? [store.row()] : []
      } else {
        const rows = ofGrid(sub.code)
        if (rows) result[sub.code] = rows
      }
    }
    return result
  }

  useImperativeHandle(ref, () => ({
    validate: () => validateSubs(model, begun, grids.current),
    read() {
      // Reading commits an open editor, which may be the first change.
      for (const grid of grids.current.values()) grid.read()
      return changedRows((code) => (isSent(code) ? rowsIn(code) : null))
    },
    peek: () =>
      changedRows(
        (code) =>
          grids.current.get(code)?.entering() ?? (isSent(code) ? [...(board.rows(code)?.rows ?? [])] : null),
      ),
    isDirty: () =>
      touched.current.size > 0 ||
      [...begun.stores.values()].some((store) => store.isDirty()) ||
      [...grids.current.values()].some((grid) => grid.entering() !== null),
    changedAndClosed: () => closedIn(model, (code) => begun.stores.get(code) ?? grids.current.get(code)),
    focus(error) {
      if (!error.subTable) return
      setActive(error.subTable)
      if (begun.stores.has(error.subTable)) {
        if (place.current) focusField(place.current, error.field)
        return
      }
      // The grid of a tab that was hidden has its size after the next paint.
      setTimeout(() => grids.current.get(error.subTable ?? '')?.focus(error), 100)
    },
    receive: (next) => receiveSubs(model, begun, grids.current, next),
    mark(errors) {
      setRefused(errors)
      for (const error of errors) begun.stores.get(error.subTable ?? '')?.setError(error.field, error.message)
    },
  }))

  const put = useCallback(
    (code: string, rows: () => readonly Row[]) => {
      board.put(code, rows)
      main.contextChanged(new Set([code]))
    },
    [board, main],
  )
  useEffect(
    () =>
      followMain(main, model.subs, (code, keys) => {
        begun.stores.get(code)?.contextChanged(keys)
        grids.current.get(code)?.mainChanged()
      }),
    [main, model, begun],
  )

  useEffect(() => {
    const stops = [...begun.stores].map(([code, store]) =>
      store.subscribeAll(() => {
        put(code, () => [store.row()])
        const count = store.errors().size
        setCounts((all) => (all[code] === count ? all : { ...all, [code]: count }))
      }),
    )
    return () => stops.forEach((stop) => void stop())
  }, [begun, put])

  return (
    <div ref={place}>
      <Tabs
        activeKey={active}
        onChange={setActive}
        items={model.subs.map(({ sub, form, title, readonly }) => {
          const store = begun.stores.get(sub.code)
          return {
            key: sub.code,
            label: <TabLabel title={title} count={counts[sub.code] ?? 0} />,
            forceRender: true,
            children: store ? (
              <RenderForm store={store} form={form} disabled={disabled} />
            ) : (
              <SubTableSlot
                ref={(handle: SubTableGridHandle | null) => {
                  if (handle) grids.current.set(sub.code, handle)
                  else grids.current.delete(sub.code)
                }}
                form={form}
                foreignKey={sub.foreignKey}
                rows={begun.rows.get(sub.code) ?? NO_ROWS}
                disabled={disabled}
                readOnlyFields={readonly}
                {...wordsOf(sub)}
                title={title}
                errors={bySub.get(sub.code) ?? NO_ERRORS}
                main={() => ({ form: main.form, row: main.row() })}
                others={others}
                onPlace={(place) => onPlace?.(place && { ...place, sub: sub.code })}
                onCalculated={(rows) => put(sub.code, () => rows)}
                onChange={(content) => {
                  touched.current.add(sub.code)
                  put(sub.code, () => content.rows)
                }}
                onErrorCount={(count) =>
                  setCounts((all) => (all[sub.code] === count ? all : { ...all, [sub.code]: count }))
                }
              />
            ),
          }
        })}
      />
    </div>
  )
}

/** What the document says of a sub table of many rows. */
function wordsOf({ minRows, order, compact, selection }: PageModel['subs'][number]['sub']) {
  return {
    minRows,
    compact: compact === true,
    ...(order === undefined ? {} : { order }),
    ...(selection ? { selection } : {}),
  }
}

/** Names of the fields that a rule closed after they were changed, each after that of its sub table. */
function closedIn(
  { subs }: PageModel,
  tableOf: (code: string) => Pick<FormStore, 'changedAndClosed'> | undefined,
): string[] {
  return subs.flatMap(({ sub, title }) =>
    (tableOf(sub.code)?.changedAndClosed() ?? []).map((field) => `${title} / ${field.title}`),
  )
}

function beginnings(model: PageModel, record: Row, user: FormUser, main: FormStore): Beginnings {
  const rows = new Map<string, readonly Row[]>()
  const stores = new Map<string, FormStore>()
  const filled = new Set<string>()
  const now = new Date()
  for (const { sub, form, readonly } of model.subs) {
    const list = rowsOf(record[sub.code])
    if (list.length > 0) filled.add(sub.code)
    if (sub.relation === 'many') rows.set(sub.code, list)
    else
      stores.set(
        sub.code,
        createFormStore(form, list[0] ?? initialRow(form, user, now), {
          variables: formVariables(user, now),
          readOnlyFields: readonly,
          main: () => ({ form: main.form, row: main.row() }),
        }),
      )
  }
  return { rows, stores, filled }
}
