import type { Row, RowError } from '#schemas/compile/model.ts'
import type { SubTableGridHandle } from '../grid/sub-table/types.ts'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import type { FormStore } from './store.ts'

/** What the sub tables of a form began with. */
export interface Beginnings {
  /** Rows of the grids. */
  rows: ReadonlyMap<string, readonly Row[]>
  /** Forms of the sub tables with at most one row. */
  stores: ReadonlyMap<string, FormStore>
  /** Sub tables that had rows. */
  filled: ReadonlySet<string>
}

/** Every error, sub table by sub table. */
export async function validateSubs(
  { subs }: PageModel,
  { stores, filled }: Beginnings,
  grids: ReadonlyMap<string, SubTableGridHandle>,
): Promise<RowError[]> {
  const errors: RowError[] = []
  for (const { sub } of subs) {
    const store = stores.get(sub.code)
    if (store) {
      // An untouched single row that was not there is not asked for.
      if (!filled.has(sub.code) && !store.isDirty()) continue
      const found = store.validate()
      errors.push(...found.map((error) => ({ ...error, subTable: sub.code, row: 0 })))
    } else {
      const found = (await grids.get(sub.code)?.validate()) ?? []
      errors.push(...found.map((error) => ({ ...error, subTable: sub.code })))
    }
  }
  return errors
}

/** Hands the sub rows of a record, as it stands now, to what edits them; answers whether all were taken. */
export function receiveSubs(
  { subs }: PageModel,
  { stores, filled }: Beginnings,
  grids: ReadonlyMap<string, SubTableGridHandle>,
  next: Row,
): boolean {
  const wholes = subs.map(({ sub }) => {
    const list = rowsOf(next[sub.code])
    const store = stores.get(sub.code)
    if (!store) return grids.get(sub.code)?.receive(list) ?? false
    const [first] = list
    // A row that only one side has is left to the merge.
    if (!first || !filled.has(sub.code)) return !first && !filled.has(sub.code)
    const { _version, ...values } = first
    return store.receive(values) && store.receive({ _version })
  })
  return wholes.every(Boolean)
}
