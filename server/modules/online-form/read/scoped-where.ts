import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { conditionSql, type Parameters } from '../../../database/condition-sql.ts'
import type { DataColumn } from '../../../database/data-column.ts'
import { rowRule } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import type { RecordTable } from '../sql/record-table.ts'
import type { FormView } from './form-view.ts'

/** A condition of the server's own (a foreign key, a parent), which may speak of columns hidden from the user. */
export interface OwnCondition {
  own: Condition
}

/** Rows of a tree without a row above them among those that the session sees: `top` is the field that names the one above. */
export interface TopCondition {
  top: string
}

/** What statements read: a form's table as a user sees it, or a platform table as look-ups may. */
export interface Readable {
  table: RecordTable | null
  /** Whose row rules narrow it; null where the tenant alone does. */
  form: CompiledForm | null
  /** Rows are chosen from, not kept: those of departments that the user does not keep are among them. */
  toChoose?: true
  /** Columns that a caller may name. */
  columns: ReadonlyMap<string, DataColumn>
  /** Columns that documents' own conditions may name. */
  all: ReadonlyMap<string, DataColumn>
}

/** The table of what is read; computed rows never come to a statement. */
export function tableOf({ table, form }: Readable): RecordTable {
  if (!table) throw new Error(`the rows of ${form?.code ?? 'this source'} lie in no table`)
  return table
}

/**
 * Tenant, row rule and conditions in one text; tenant and rule come from the session alone. What a user reads goes
 * through it, and so do the locks of `row-locks.ts` that come before a change. The statements that then change rows, and
 * those that keep data consistent for all users (unique values, references, marks of tree nodes, versions of main
 * records), know the tenant alone.
 */
export function scopedWhere(
  from: Readable | FormView,
  session: Session,
  conditions: readonly (Condition | OwnCondition | TopCondition)[],
  parameters: Parameters,
  now: Date,
): string {
  const parts = [tableOf(from).scope(parameters.add(session.tenantId))]
  const rule = from.form ? rowRule(session, from.form, { toChoose: from.toChoose ?? false }) : null
  if (rule) parts.push(ownWhere(from, session, rule, parameters, now))
  for (const condition of conditions) {
    if ('top' in condition) {
      const { sql, from: table } = tableOf(from)
      const above = scopedWhere(from, session, [], parameters, now)
      const parent = sql(condition.top)
      parts.push(`(${parent} is null or ${parent} not in (select "id" from ${table} where ${above}))`)
      continue
    }
    parts.push(
      'own' in condition
        ? conditionSql(condition.own, from.all, parameters, { from: 'rule', variables: {} })
        : conditionSql(condition, from.columns, parameters, { from: 'caller' }),
    )
  }
  return parts.join(' and ')
}

/** A document's own condition, whose variables stand for the session's user. */
export function ownWhere(
  from: Readable,
  session: Session,
  condition: Condition,
  parameters: Parameters,
  now: Date,
): string {
  return conditionSql(condition, from.all, parameters, {
    from: 'rule',
    variables: sessionVariables(session, now),
  })
}
