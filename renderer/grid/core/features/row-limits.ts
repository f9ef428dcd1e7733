import { changedAction } from '#schemas/compile/action-code.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import type { GridRow } from '../row-source.types.ts'

/** What may be done with rows besides what the user's rights say. */
export interface RowLimits {
  mayChange(row: GridRow): boolean
  /** Rows are ticked to be removed: one that stays is not ticked. */
  mayRemove(row: GridRow): boolean
}

/**
 * A stored row is changed and removed only while the `when` of its form's `edit` and `delete` holds for it as it was stored:
 * the server judges it so when the record is saved.
 */
export function createRowLimits(
  form: CompiledForm,
  begun: (row: GridRow) => Readonly<Row>,
  context: () => RuleContext,
): RowLimits {
  const limit = (code: 'edit' | 'delete') => {
    const { when } = changedAction(form, code) ?? {}
    if (!when) return () => true
    const known = new WeakMap<Readonly<Row>, boolean>()
    return (row: GridRow): boolean => {
      if (row.isNew) return true
      const stored = begun(row)
      const may = known.get(stored) ?? evaluateCondition(when, stored, context().variables ?? {}, form)
      known.set(stored, may)
      return may
    }
  }
  return { mayChange: limit('edit'), mayRemove: limit('delete') }
}

/** Every row is changed and removed. */
export const NO_LIMITS: RowLimits = { mayChange: () => true, mayRemove: () => true }
