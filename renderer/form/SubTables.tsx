import { Skeleton, Tabs } from 'antd'
import { lazy, type Ref, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import type { SubTableGridHandle } from '../grid/types.ts'
import type { PageModel } from '../page/page-model.ts'
import { RenderForm, TabLabel } from './RenderForm.tsx'
import { createFormStore, type FormStore } from './store.ts'

const SubTableGrid = lazy(() =>
  import('../grid/index.ts').then((module) => ({ default: module.SubTableGrid })),
)

/** What the main form asks of its sub tables when it is saved. */
export interface SubTablesHandle {
  /** Every error, sub table by sub table. */
  validate(): Promise<RowError[]>
  /** Rows by sub table code, in stored form. */
  read(): Row
  isDirty(): boolean
  /** Shows the first error's tab and goes to its cell. */
  focus(error: RowError): void
  /** Marks what the server refused. */
  mark(errors: readonly RowError[]): void
}

interface Props {
  model: PageModel
  /** The main record with its sub rows under their codes. */
  record: Row
  disabled?: boolean
  ref?: Ref<SubTablesHandle>
}

const NO_ERRORS: readonly RowError[] = []

/** The sub tables of a main form, a tab each: a grid for many rows, a form for one. */
export function SubTables({ model, record, disabled = false, ref }: Props) {
  const { user } = useRenderer()
  const [active, setActive] = useState(model.subs[0]?.sub.code ?? '')
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const [refused, setRefused] = useState<readonly RowError[]>(NO_ERRORS)
  const grids = useRef(new Map<string, SubTableGridHandle>())
  const changed = useRef(new Set<string>())
  // A record is edited in one opening of the dialog: its rows are the beginning, not a live view.
  const begun = useMemo(() => {
    const rows = new Map<string, readonly Row[]>()
    const stores = new Map<string, FormStore>()
    for (const { sub, form, readonly } of model.subs) {
      const given = record[sub.code]
      const list = (Array.isArray(given) ? given : []) as Row[]
      if (sub.relation === 'many') rows.set(sub.code, list)
      else
        stores.set(
          sub.code,
          createFormStore(form, list[0] ?? initialRow(form, user, new Date()), { readOnlyFields: readonly }),
        )
    }
    return {
      rows,
      stores,
      filled: new Set(
        model.subs
          .filter(({ sub }) => Array.isArray(record[sub.code]) && (record[sub.code] as Row[]).length > 0)
          .map(({ sub }) => sub.code),
      ),
    }
  }, [model, record, user])
  const bySub = useMemo(
    () =>
      new Map(
        model.subs.map(({ sub }) => [sub.code, refused.filter((error) => error.subTable === sub.code)]),
      ),
    [model, refused],
  )

  useImperativeHandle(ref, () => ({
    async validate() {
      const errors: RowError[] = []
      for (const { sub } of model.subs) {
        const store = begun.stores.get(sub.code)
        if (store) {
          // An untouched single row that was not there is not asked for.
          if (!begun.filled.has(sub.code) && !store.isDirty()) continue
          const found = store.validate().filter(({ field }) => field !== sub.foreignKey)
          setCounts((all) => ({ ...all, [sub.code]: found.length }))
          errors.push(...found.map((error) => ({ ...error, subTable: sub.code, row: 0 })))
        } else {
          const found = (await grids.current.get(sub.code)?.validate()) ?? []
          errors.push(...found.map((error) => ({ ...error, subTable: sub.code })))
        }
      }
      return errors
    },
    read() {
      const result: Row = {}
      for (const { sub } of model.subs) {
        const store = begun.stores.get(sub.code)
        if (store) {
          if (begun.filled.has(sub.code) || store.isDirty()) result[sub.code] = [store.row()]
        } else {
          // A tab that was never opened has no grid: its rows are as they were.
          const grid = grids.current.get(sub.code)
          result[sub.code] = grid ? grid.read().rows : (begun.rows.get(sub.code) ?? [])
        }
      }
      return result
    },
    isDirty: () => changed.current.size > 0 || [...begun.stores.values()].some((store) => store.isDirty()),
    focus(error) {
      if (!error.subTable) return
      setActive(error.subTable)
      // The grid of a tab that was hidden has its size after the next paint.
      setTimeout(() => grids.current.get(error.subTable ?? '')?.focus(error), 100)
    },
    mark(errors) {
      setRefused(errors)
      for (const error of errors) begun.stores.get(error.subTable ?? '')?.setError(error.field, error.message)
    },
  }))

  return (
    <Tabs
      activeKey={active}
      onChange={setActive}
      items={model.subs.map(({ sub, form, readonly }) => {
        const store = begun.stores.get(sub.code)
        return {
          key: sub.code,
          label: (
            <TabLabel title={sub.title === sub.code ? form.title : sub.title} count={counts[sub.code] ?? 0} />
          ),
          forceRender: true,
          children: store ? (
            <RenderForm store={store} disabled={disabled} />
          ) : (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
              <SubTableGrid
                ref={(handle: SubTableGridHandle | null) => {
                  if (handle) grids.current.set(sub.code, handle)
                  else grids.current.delete(sub.code)
                }}
                form={form}
                foreignKey={sub.foreignKey}
                rows={begun.rows.get(sub.code) ?? []}
                disabled={disabled}
                readOnlyFields={readonly}
                minRows={sub.minRows}
                errors={bySub.get(sub.code) ?? NO_ERRORS}
                onChange={() => changed.current.add(sub.code)}
                onErrorCount={(count) =>
                  setCounts((all) => (all[sub.code] === count ? all : { ...all, [sub.code]: count }))
                }
              />
            </Suspense>
          ),
        }
      })}
    />
  )
}
