import type { PoolClient } from 'pg'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { alwaysCalculated } from '#schemas/compile/rules/rule-plan.ts'
import { forbidden } from '../../../errors.ts'
import { may } from '../../../permission/may.ts'
import type { Documents } from '../../document/documents.ts'
import type { FormView } from '../read/form-view.ts'
import { knownColumns, type PastChange, type PastProblem, restoredColumns, secretsOf } from './past-change.ts'
import { isSame, type Prepared } from './prepared-row.ts'
import { lockRows } from './row-locks.ts'
import { idsUnlike, rowsWith, storedValues } from './stored-rows.ts'
import { subRowKeys } from './sub-rows.ts'
import { isRoot, parentsOfOthers } from './tree-rows.ts'
import { findRepeated } from './unique-values.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** What an operation did to the records of one form. */
export interface PastGroup {
  form: CompiledForm
  /** The form of the operation or one of its sub tables: the user's rights and row rules count. */
  isOwn: boolean
  unit: Unit
  view: FormView
  added: readonly PastChange[]
  deleted: readonly PastChange[]
  changed: readonly PastChange[]
  /** Records that are there, as they now are, locked. */
  stored: Map<string, Row>
}

/** The stored rows of these changes, as they now are. */
export function presentRows(stored: ReadonlyMap<string, Row>, past: readonly PastChange[]): Row[] {
  return past.map(({ id }) => stored.get(id)).filter((row) => row !== undefined)
}

/** Locks what is there, and finds what is no longer as the operation left it. */
export async function unlikeRows(
  { now }: Pick<WriterParts, 'now'>,
  group: PastGroup,
): Promise<PastProblem[]> {
  const { form, unit, view, added, changed, deleted, stored } = group
  const { client, session } = unit
  for (const [past, purpose] of [
    [added, 'remove'],
    [changed, 'change'],
  ] as const) {
    if (past.length === 0) continue
    const ids = past.map(({ id }) => id)
    for (const row of await lockRows(client, view, session, ids, now(), purpose))
      stored.set(String(row.id), row)
  }
  const left = [...added, ...changed]
  const problem = ({ id, before, after }: PastChange, message: string): PastProblem => ({
    form,
    id,
    row: stored.get(id) ?? after ?? before ?? {},
    message,
  })
  const there = left.filter(({ id }) => stored.has(id))
  const rows = there.map(({ id, after }) => ({ id, row: after ?? {} }))
  const unlike = await idsUnlike(client, form, session.tenantId, knownColumns(form), rows)
  const back = await storedValues(
    client,
    form,
    session.tenantId,
    'id',
    deleted.map(({ id }) => id),
  )
  return [
    ...left
      .filter(({ id }) => !stored.has(id))
      .map((past) => problem(past, '已被删除，或不在您的数据权限范围内')),
    ...there
      .filter(({ id }) => unlike.has(id))
      .map((past) => problem(past, changedSince(form, stored.get(past.id)))),
    ...deleted.filter(({ id }) => back.has(id)).map((past) => problem(past, '已经恢复')),
    ...deleted
      .filter(({ id, recycled }) => !back.has(id) && !recycled)
      .map((past) => problem(past, '已不在回收站中，不能恢复')),
  ]
}

function changedSince({ stamps }: CompiledForm, row: Row = {}): string {
  const who = row[stamps.updateBy] ?? row[stamps.createBy]
  return who ? `之后已被 ${who} 更改，不能撤销` : '之后已被更改，不能撤销'
}

/** What the log does not hold or the user may not set cannot be brought back. */
export function lostRows(
  { form, unit, isOwn, deleted, changed }: PastGroup,
  byAction: boolean,
): PastProblem[] {
  const { session } = unit
  if (isOwn && !byAction) {
    const calculated = alwaysCalculated(form)
    for (const { name, title } of form.fields.filter(({ name }) => restoredColumns(form).includes(name))) {
      if (calculated.has(name) || may(session, 'change', { form, column: name }).allowed) continue
      if (changed.some(({ before, after }) => !isSame(before?.[name], after?.[name])))
        throw forbidden(`您没有更改“${title}”的权限，不能撤销`)
    }
  }
  const secrets = secretsOf(form)
  return deleted
    .filter(({ before }) => secrets.some((name) => (before?.[name] ?? null) !== null))
    .map(({ id, before }) => ({
      form,
      id,
      row: before ?? {},
      message: '含有密码等保密内容，日志中没有保存，不能恢复',
    }))
}

/** Records that the operation added and that others hang on since. */
export async function laterRows(
  { documents }: Pick<WriterParts, 'documents'>,
  { form, unit, added, stored }: PastGroup,
  groups: readonly PastGroup[],
): Promise<PastProblem[]> {
  if (added.length === 0) return []
  const { client, session } = unit
  const going = new Set(
    groups.flatMap((group) => group.added.map(({ id }) => `${group.form.tableName} ${id}`)),
  )
  const rows = presentRows(stored, added)
  const problems: PastProblem[] = []
  const tell = (row: Row, message: string) => problems.push({ form, id: String(row.id), row, message })
  for (const { subForm, foreignKey, values } of subRowKeys(documents, form, rows)) {
    const subs = await rowsWith(client, subForm, session.tenantId, foreignKey, values)
    if (subs.some(({ id }) => !going.has(`${subForm.tableName} ${id}`)) && rows[0])
      tell(rows[0], '之后又添加了子表数据，不能撤销')
  }
  const ids = rows.map(({ id }) => String(id))
  if (rows[0] && (await parentsOfOthers(client, form, session.tenantId, ids)))
    tell(rows[0], '之后又添加了下级节点，不能撤销')
  return problems
}

/** Unique values that another record has taken meanwhile. */
export async function repeatedRows(
  client: PoolClient,
  { form, unit }: PastGroup,
  drafts: readonly Prepared[],
): Promise<PastProblem[]> {
  const found = await findRepeated(client, form, unit.session.tenantId, drafts)
  return found.flatMap(({ at, error }) => {
    const draft = drafts[at]
    return draft ? [{ form, id: draft.id, row: draft.row, message: error.message }] : []
  })
}

/** Rows whose main record or parent is not there any more. */
export async function homelessRows(
  documents: Pick<Documents, 'mainsOf' | 'entry'>,
  client: PoolClient,
  { form, unit }: PastGroup,
  drafts: readonly Prepared[],
): Promise<PastProblem[]> {
  const { tenantId } = unit.session
  const problems: PastProblem[] = []
  const missing = async (
    column: string,
    homes: readonly { form: CompiledForm; key: string }[],
    message: string,
  ) => {
    const named = drafts.filter(({ row }) => !isRootOrEmpty(form, column, row[column]))
    if (named.length === 0) return
    const values = [...new Set(named.map(({ row }) => String(row[column])))]
    const known = new Set<string>()
    for (const home of homes)
      for (const value of await storedValues(client, home.form, tenantId, home.key, values)) known.add(value)
    for (const { id, row } of named)
      if (!known.has(String(row[column]))) problems.push({ form, id, row, message })
  }
  if (form.tree) await missing(form.tree.parent, [{ form, key: 'id' }], '上级节点已不存在，不能恢复')
  const mains = documents.mainsOf(form.code).filter(({ main }) => documents.entry(main.code)?.synced)
  for (const column of new Set(mains.map(({ sub }) => sub.foreignKey))) {
    const homes = mains
      .filter(({ sub }) => sub.foreignKey === column)
      .map(({ main, sub }) => ({ form: main, key: sub.mainField }))
    await missing(column, homes, '主表记录已不存在，不能恢复')
  }
  return problems
}

function isRootOrEmpty(form: CompiledForm, column: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return form.tree?.parent === column && isRoot(form, value)
}
