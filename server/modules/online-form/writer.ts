import type { Pool, PoolClient } from 'pg'
import { fieldStates } from '#schemas/compile/field-states.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row, RowError, SubTable } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import { AppError, badRequest, conflict, notFound } from '../../errors.ts'
import { type Change, recordOperation } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { chosenErrors, type KnownValues } from './chosen-values.ts'
import { type FormView, formView, SECRET_MASK } from './form-view.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { dataTable, quoted } from './identifiers.ts'
import { linearPattern } from './linear-pattern.ts'
import { errorCode, isStructureError, notSynchronised } from './read-query.ts'
import { createRecordId } from './record-id.ts'
import { createReferences } from './references.ts'
import { allowedInput, storedColumns, writableFields, zeroCharacters } from './row-input.ts'
import type { AreaText } from './row-texts.ts'
import { sessionUser, sessionVariables } from './session-user.ts'
import { isKey, scopedWhere, wireRow } from './store.ts'
import { emptyColumns, storeChangedRows, storeNewRows } from './stored-rows.ts'
import type { TableChanges } from './table-changes.ts'
import { childMark, isRoot, lockTree, maintainChildMarks, parentError, parentsOfOthers } from './tree-rows.ts'
import {
  findRepeated,
  type RowRefusal,
  repeatedByIndex,
  repeatedWithin,
  rowsInTheWay,
} from './unique-values.ts'
import { Parameters } from './where.ts'
import { inTransaction } from './write-transaction.ts'

/** Gives serial numbers, inside the transaction that uses them. */
export interface FillRules {
  next(
    rule: string,
    rows: readonly Row[],
    session: Session,
    client: PoolClient,
  ): Promise<readonly (string | null)[]>
}

/** What goes with a change besides the record. */
export interface WriteContext {
  session: Session
  requestId: string
  idempotencyKey?: string
}

/** A save is done, or the row is refused with its errors. */
export type SaveAnswer = { saved: true; id: string } | { saved: false; errors: RowError[] }

/** Changes records of online forms: one request, one transaction. */
export interface FormWriter {
  insert(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer>
  update(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer>
  /** Deletes what the user may see of these; 404 when that is nothing. Answers how many. */
  remove(form: CompiledForm, ids: readonly string[], context: WriteContext): Promise<number>
}

/** What the writer is made of. */
export interface WriterParts {
  pool: Pool
  documents: Documents
  changes: TableChanges
  fillRules: FillRules
  dictionaries: KnownValues
  areaText: AreaText
  log: { info(data: object, message: string): void }
  now?: () => Date
}

/** Ends a transaction without an error of the program: the row is refused. */
class Refused extends Error {
  readonly errors: RowError[]
  constructor(errors: RowError[]) {
    super('row refused')
    this.errors = errors
  }
}

/** A row of a request, ready to be stored. */
interface Prepared {
  form: CompiledForm
  view: FormView
  id: string
  row: Row
  stored: Row | null
  /** What a new record begins with; the stored record otherwise. */
  before: Row
}

interface SubInput {
  sub: SubTable
  form: CompiledForm
  view: FormView
  rows: readonly Row[]
}

/** What becomes of the stored rows of a sub table. */
interface SubPlan {
  input: SubInput
  prepared: readonly Prepared[]
  /** Ids of stored rows that are not among them. */
  gone: readonly string[]
}

const MAX_DELETED = 1000
const UNIQUE_VIOLATION = '23505'
/** Value too long, out of range, not of its type: the document's own limits are wider than the column's. */
const VALUE_ERRORS: Readonly<Record<string, string>> = {
  '22001': '字段太长,超出数据库字段的长度',
  '22003': '数值超出范围',
  '22007': '日期格式不正确',
  '22008': '日期格式不正确',
  '22P02': '数据格式不正确',
  '23502': '必填字段不能为空',
  '54000': '字段太长,超出数据库索引的长度',
}

/** The writer over the write pool. */
export function createFormWriter(parts: WriterParts): FormWriter {
  const { pool, documents, changes, fillRules, dictionaries, areaText, log } = parts
  const now = parts.now ?? (() => new Date())
  const references = createReferences(documents)
  const validators = new WeakMap<CompiledForm, ReturnType<typeof createRowValidator>>()

  function validatorOf(form: CompiledForm) {
    let validator = validators.get(form)
    if (!validator) {
      validator = createRowValidator(form, linearPattern)
      validators.set(form, validator)
    }
    return validator
  }

  async function insert(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer> {
    const { session } = context
    const view = formView(session, form)
    const subs = subInputs(form, body, session)
    const main = prepareInsert(form, view, body, session)
    const errors = [...checkRow(main, session), ...missingSubRows(form, subs, true)]
    return save(form, context, ['add', form.code, body], errors, async (client) => {
      refuse(await insertRows(client, form, [main], context))
      const plans = await planSubRows(client, main, subs, session)
      await refuseUnknownChoices(main, plans, session)
      const done: Change[] = [changeOf(main)]
      for (const plan of plans) done.push(...(await replaceSubRows(client, plan, context)))
      await touchMains(client, form, session, [main.row])
      await recordOperation(client, {
        session,
        action: 'add',
        resource: form.code,
        requestId: context.requestId,
        changes: done,
      })
      return main.id
    })
  }

  async function update(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer> {
    const { session, requestId } = context
    const id = typeof body.id === 'string' || typeof body.id === 'number' ? String(body.id) : ''
    if (!isKey(id)) throw badRequest('参数不识别！')
    const view = formView(session, form)
    const subs = subInputs(form, body, session)
    return save(form, context, ['edit', form.code, body], [], async (client) => {
      if (form.tree) await lockTree(client, form, session.tenantId)
      const stored = await lockRow(client, view, session, id)
      if (!stored) throw notFound()
      await refuseStale(client, form, view, stored, body, subs, session)
      if (body._version === undefined)
        log.info({ requestId, form: form.code, id }, 'save without a record version')
      const main = prepareUpdate(form, view, stored, body, session)
      const errors = [...checkRow(main, session), ...missingSubRows(form, subs, false)]
      if (errors.length > 0) throw new Refused(errors)
      const plans = await planSubRows(client, main, subs, session)
      await refuseUnknownChoices(main, plans, session)
      refuse(await updateRows(client, form, [main], context))
      const done: Change[] = [changeOf(main)]
      for (const plan of plans) done.push(...(await replaceSubRows(client, plan, context)))
      for (const { input } of plans) {
        const changes = done.filter(({ table, after }) => table === input.form.table.name && after === null)
        await refuseReferenced(client, { form: input.form, changes }, session)
      }
      await touchMains(client, form, session, [stored, main.row])
      await recordOperation(client, {
        session,
        action: 'edit',
        resource: form.code,
        requestId,
        changes: done,
      })
      return id
    })
  }

  async function remove(form: CompiledForm, ids: readonly string[], context: WriteContext): Promise<number> {
    const { session, requestId } = context
    const wanted = [...new Set(ids.filter(isKey))]
    if (wanted.length === 0) throw badRequest('参数不识别！')
    if (wanted.length > MAX_DELETED) throw badRequest(`一次最多删除 ${MAX_DELETED} 条`)
    const view = formView(session, form)
    const touched = [form.table.name]
    const count = await refusedAsAnswer(() =>
      mapped(form, () =>
        inTransaction(pool, async (client) => {
          if (form.tree) await lockTree(client, form, session.tenantId)
          const rows = await lockRows(client, view, session, wanted)
          if (rows.length === 0) throw notFound()
          const found = rows.map((row) => String(row.id))
          if (await parentsOfOthers(client, form, session.tenantId, found))
            throw new Refused([
              { field: form.tree?.parent ?? '', message: '该节点下有子节点，请先删除子节点' },
            ])
          const done: Change[] = []
          const gone: { form: CompiledForm; changes: readonly Change[] }[] = []
          for (const sub of form.subTables) {
            const subForm = documents.resolve(sub.code)
            if (!subForm) continue
            touched.push(subForm.table.name)
            const values = rows
              .map((row) => row[sub.mainField])
              .filter((value) => value !== null && value !== undefined)
            const subChanges = await deleteWhere(client, subForm, session, sub.foreignKey, values.map(String))
            gone.push({ form: subForm, changes: subChanges })
            done.push(...subChanges)
          }
          const mainChanges = await deleteWhere(client, form, session, 'id', found)
          done.unshift(...mainChanges)
          for (const one of [{ form, changes: mainChanges }, ...gone])
            await refuseReferenced(client, one, session)
          await touchMains(client, form, session, rows)
          if (form.tree)
            await maintainChildMarks(
              client,
              form,
              session.tenantId,
              rows.map((row) => row[form.tree?.parent ?? '']),
            )
          const action = wanted.length > 1 ? 'batch_delete' : 'delete'
          await recordOperation(client, { session, action, resource: form.code, requestId, changes: done })
          return found.length
        }),
      ),
    )
    for (const table of touched) changes.bump(table)
    return count
  }

  /** Records that others name by their key stay. */
  async function refuseReferenced(
    client: PoolClient,
    { form, changes: gone }: { form: CompiledForm; changes: readonly Change[] },
    session: Session,
  ): Promise<void> {
    const rows = gone.flatMap(({ before }) => (before === null ? [] : [before]))
    const message = await references.problem(client, form, session.tenantId, rows)
    if (message !== null) throw new Refused([{ field: '', message }])
  }

  /**
   * Rows that are sub rows elsewhere were changed on a page of their own: their main records are newer now, so that
   * somebody who still has the older set open is told, instead of putting it back.
   */
  async function touchMains(
    client: PoolClient,
    form: CompiledForm,
    session: Session,
    rows: readonly Row[],
  ): Promise<void> {
    for (const { main, sub } of documents.mainsOf(form.code)) {
      const keys = new Set(rows.map((row) => row[sub.foreignKey] ?? '').filter((key) => key !== ''))
      // The table of a document that is not in line yet may lack the very columns.
      if (keys.size === 0 || !documents.entry(main.code)?.synced) continue
      await client.query(
        `update ${dataTable(main.table.name)} set "_version" = "_version" + 1
         where "_tenant" = $1 and ${quoted(sub.mainField)}::text = any($2::text[])`,
        [session.tenantId, [...keys].map(String)],
      )
    }
  }

  /** The frame of insert and update: errors that need no database first, then one transaction. */
  async function save(
    form: CompiledForm,
    context: WriteContext,
    /** What is asked for, to tell repeats of a key from its misuse. */
    request: unknown,
    errors: RowError[],
    work: (client: PoolClient) => Promise<string>,
  ): Promise<SaveAnswer> {
    if (errors.length > 0) return { saved: false, errors }
    const { session, idempotencyKey } = context
    try {
      const id = await mapped(form, () =>
        inTransaction(pool, async (client) => {
          if (idempotencyKey === undefined) return work(client)
          const claim = await claimKey(client, session, idempotencyKey, request)
          if (claim.answer !== null) return claim.answer
          const answer = await work(client)
          await keepAnswer(client, session, idempotencyKey, answer)
          return answer
        }),
      )
      changes.bump(form.table.name)
      for (const sub of form.subTables) {
        const subForm = documents.resolve(sub.code)
        if (subForm) changes.bump(subForm.table.name)
      }
      return { saved: true, id }
    } catch (error) {
      if (error instanceof Refused) return { saved: false, errors: error.errors }
      throw error
    }
  }

  /** A deletion has no fields to mark: its refusal is a sentence. */
  async function refusedAsAnswer<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused) throw new AppError(200, error.errors[0]?.message ?? '操作失败', null, 500)
      throw error
    }
  }

  /** Database refusals that a user can understand become row errors. */
  async function mapped<T>(form: CompiledForm, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const code = errorCode(error)
      const { table, constraint, column } = error as { table?: string; constraint?: string; column?: string }
      if (code === UNIQUE_VIOLATION) {
        const of = [form, ...form.subTables.flatMap((sub) => documents.resolve(sub.code) ?? [])].find(
          (candidate) => candidate.table.name === table,
        )
        throw new Refused([repeatedByIndex(of ?? form, constraint)])
      }
      const message = code === null ? undefined : VALUE_ERRORS[code]
      if (message !== undefined) throw new Refused([{ field: column ?? '', message }])
      if (isStructureError(error)) throw notSynchronised()
      throw error
    }
  }

  function prepareInsert(
    form: CompiledForm,
    view: FormView,
    body: Row,
    session: Session,
    foreignKey?: { name: string; value: unknown },
  ): Prepared {
    const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
    const input = allowedInput(body, writableFields(session, view, { inserting: true, foreignKeys }))
    const initial = initialRow(form, sessionUser(session), now())
    const row: Row = { ...initial, ...input }
    if (foreignKey) row[foreignKey.name] = foreignKey.value
    // Fields that the document's rules close for this row: what was sent for them does not count.
    const states = fieldStates(form, row, sessionVariables(session, now()))
    for (const name of [...states.readonly, ...states.hidden]) row[name] = initial[name] ?? null
    if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = form.tree.root
    if (form.tree && childMark(form)) row[form.tree.hasChild] = '0'
    const normal = validatorOf(form).normalise(row)
    const before = foreignKey ? { ...initial, [foreignKey.name]: foreignKey.value } : initial
    return { form, view, id: createRecordId(), row: normal, stored: null, before }
  }

  function prepareUpdate(
    form: CompiledForm,
    view: FormView,
    stored: Row,
    body: Row,
    session: Session,
  ): Prepared {
    const fields = writableFields(session, view, {
      inserting: false,
      foreignKeys: documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey),
    })
    const row: Row = { ...stored, ...validatorOf(form).normalise(allowedInput(body, fields)) }
    for (const name of view.secrets) if (row[name] === SECRET_MASK) row[name] = stored[name] ?? null
    const states = fieldStates(form, row, sessionVariables(session, now()))
    for (const name of [...states.readonly, ...states.hidden]) row[name] = stored[name] ?? null
    if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = form.tree.root
    return { form, view, id: String(stored.id), row, stored, before: stored }
  }

  function checkRow({ form, view, row }: Prepared, session: Session): RowError[] {
    const given = new Set(
      form.fields
        .filter(({ property }) => property.defaultFrom && 'fillRule' in property.defaultFrom)
        .map(({ name }) => name),
    )
    const errors = [
      ...zeroCharacters(row, form),
      ...validatorOf(form).validate(row, { variables: sessionVariables(session, now()) }),
    ]
    // Nobody can mend what he cannot see, and what the server gives is given later.
    return errors.filter((error) => !view.hidden.has(error.field) && !given.has(error.field))
  }

  /** Adds rows of one form; answers why some cannot be added. */
  async function insertRows(
    client: PoolClient,
    form: CompiledForm,
    prepared: readonly Prepared[],
    context: WriteContext,
  ): Promise<RowRefusal[]> {
    if (prepared.length === 0) return []
    const { session } = context
    for (const { name, property, persist } of form.fields) {
      if (!property.defaultFrom || !('fillRule' in property.defaultFrom) || !persist) continue
      const rows = prepared.map(({ row }) => row)
      const given = await fillRules.next(property.defaultFrom.fillRule, rows, session, client)
      if (given.includes(null))
        log.info(
          { requestId: context.requestId, form: form.code, field: name },
          'the fill rule does not exist',
        )
      rows.forEach((row, at) => {
        row[name] = given[at] ?? null
      })
    }
    if (form.tree) {
      await lockTree(client, form, session.tenantId)
      const refusals = await parentRefusals(client, prepared, session)
      if (refusals.length > 0) return refusals
    }
    const repeated = await findRepeated(client, form, session.tenantId, prepared)
    if (repeated.length > 0) return repeated
    const time = wireTime(now()).datetime
    for (const { id, row } of prepared) {
      const system: Row = {
        id,
        create_by: session.username,
        create_time: time,
        update_by: null,
        update_time: null,
        sys_org_code: session.orgCode || null,
        _tenant: session.tenantId,
        _version: 1,
      }
      Object.assign(row, system)
    }
    await storeNewRows(
      client,
      form,
      insertColumns(form),
      prepared.map(({ row }) => row),
    )
    const { tree } = form
    if (tree)
      await maintainChildMarks(
        client,
        form,
        session.tenantId,
        prepared.map(({ row }) => row[tree.parent]),
      )
    return []
  }

  /** Changes stored rows of one form; answers why some cannot be changed so. */
  async function updateRows(
    client: PoolClient,
    form: CompiledForm,
    prepared: readonly Prepared[],
    context: WriteContext,
  ): Promise<RowRefusal[]> {
    if (prepared.length === 0) return []
    const { session } = context
    const { tree } = form
    const moved = tree
      ? prepared.filter(({ row, stored }) => !same(stored?.[tree.parent], row[tree.parent]))
      : []
    const refusals = await parentRefusals(client, moved, session)
    if (refusals.length > 0) return refusals
    const repeated = await findRepeated(client, form, session.tenantId, prepared)
    if (repeated.length > 0) return repeated
    const known = prepared.map(({ id, row, stored }) => ({ id, row, stored: stored ?? {} }))
    for (const { columns, ids } of rowsInTheWay(form, known))
      await emptyColumns(client, form, session.tenantId, columns, ids)
    const changed = storedColumns(form).filter(
      (name) => name !== tree?.hasChild && known.some(({ row, stored }) => !same(stored[name], row[name])),
    )
    const time = wireTime(now()).datetime
    for (const { row, stored } of known) {
      row.update_by = session.username
      row.update_time = time
      row._version = Number(stored._version ?? 0) + 1
    }
    const columns = [...changed, 'update_by', 'update_time', '_version']
    await storeChangedRows(client, form, session.tenantId, columns, prepared)
    if (tree && moved.length > 0)
      await maintainChildMarks(
        client,
        form,
        session.tenantId,
        moved.flatMap(({ row, stored }) => [stored?.[tree.parent], row[tree.parent]]),
      )
    return []
  }

  async function parentRefusals(
    client: PoolClient,
    prepared: readonly Prepared[],
    session: Session,
  ): Promise<RowRefusal[]> {
    const refusals: RowRefusal[] = []
    for (const [at, { view, id, row }] of prepared.entries()) {
      const error = await parentError(client, view, session, id, row, now())
      if (error) refusals.push({ at, error })
    }
    return refusals
  }

  /** What the sub rows of a body come to; refused when one of them is not in order. */
  async function planSubRows(
    client: PoolClient,
    main: Prepared,
    inputs: readonly SubInput[],
    session: Session,
  ): Promise<SubPlan[]> {
    const errors: RowError[] = []
    const plans: SubPlan[] = []
    for (const input of inputs) {
      const { sub, form, view, rows } = input
      const key = main.row[sub.mainField]
      if (key === null || key === undefined || key === '') {
        if (rows.length > 0)
          errors.push({ field: '', subTable: sub.code, message: '主表关联字段为空，不能保存子表' })
        continue
      }
      const stored =
        main.stored === null ? new Map<string, Row>() : await lockSubRows(client, view, session, sub, key)
      const kept = new Set<string>()
      const prepared = rows.map((body) => {
        const id = body.id === undefined || body.id === null ? '' : String(body.id)
        const known = kept.has(id) ? undefined : stored.get(id)
        if (!known) return prepareInsert(form, view, body, session, { name: sub.foreignKey, value: key })
        kept.add(id)
        return prepareUpdate(form, view, known, body, session)
      })
      prepared.forEach((entry, row) => {
        for (const error of checkRow(entry, session)) errors.push({ ...error, subTable: sub.code, row })
      })
      for (const { at, error } of repeatedWithin(
        form,
        prepared.map((entry) => entry.row),
      ))
        errors.push({ ...error, subTable: sub.code, row: at })
      plans.push({ input, prepared, gone: [...stored.keys()].filter((id) => !kept.has(id)) })
    }
    if (errors.length > 0) throw new Refused(errors)
    return plans
  }

  /** Values of main record and sub rows that no dictionary has: one question per dictionary for all of them. */
  async function refuseUnknownChoices(
    main: Prepared,
    plans: readonly SubPlan[],
    session: Session,
  ): Promise<void> {
    const places: Pick<RowError, 'subTable' | 'row'>[] = [{}]
    for (const { input, prepared } of plans)
      prepared.forEach((_, row) => {
        places.push({ subTable: input.sub.code, row })
      })
    const rows = [main, ...plans.flatMap(({ prepared }) => prepared)]
    const refusals = await chosenErrors(rows, session, dictionaries, areaText)
    if (refusals.length > 0) throw new Refused(refusals.map(({ at, error }) => ({ ...error, ...places[at] })))
  }

  /** Sub rows replace the stored set: known ids are kept and changed, others inserted, missing ones deleted. */
  async function replaceSubRows(
    client: PoolClient,
    { input, prepared, gone }: SubPlan,
    context: WriteContext,
  ): Promise<Change[]> {
    const { sub, form } = input
    const done: Change[] = []
    // Freed values first: a new row may take a unique value of a deleted or a changed one.
    if (gone.length > 0) done.push(...(await deleteWhere(client, form, context.session, 'id', gone)))
    const write = async (work: typeof insertRows, entries: readonly Prepared[]) => {
      // Nodes of a tree may depend on each other: one after the other.
      const batches = form.tree ? entries.map((entry) => [entry]) : [entries]
      for (const batch of batches)
        for (const { at, error } of await work(client, form, batch, context)) {
          const row = prepared.indexOf(batch[at] as Prepared)
          throw new Refused([{ ...error, subTable: sub.code, row }])
        }
      done.push(...entries.map(changeOf))
    }
    await write(
      updateRows,
      prepared.filter((entry) => entry.stored !== null && isChanged(entry)),
    )
    await write(
      insertRows,
      prepared.filter((entry) => entry.stored === null),
    )
    return done
  }

  /** A save of an older state changes nothing: the caller gets both sides. */
  async function refuseStale(
    client: PoolClient,
    form: CompiledForm,
    view: FormView,
    stored: Row,
    body: Row,
    subs: readonly SubInput[],
    session: Session,
  ): Promise<void> {
    let stale = body._version !== undefined && Number(body._version) !== Number(stored._version)
    const current: Row = visible(view, stored)
    for (const { sub, view: subView, rows } of subs) {
      const key = stored[sub.mainField]
      const now =
        key === null || key === undefined
          ? new Map<string, Row>()
          : await lockSubRows(client, subView, session, sub, key)
      stale ||= rows.some((row) => {
        const known = now.get(String(row.id))
        return (
          known !== undefined && row._version !== undefined && Number(row._version) !== Number(known._version)
        )
      })
      const list = [...now.values()].map((row) => visible(subView, row))
      current[sub.code] = sub.relation === 'one' ? (list[0] ?? null) : list
    }
    if (stale)
      throw conflict(`“${form.title}”的这条记录已被他人修改，请核对后再保存`, { current, sent: body })
  }

  async function lockRow(
    client: PoolClient,
    view: FormView,
    session: Session,
    id: string,
  ): Promise<Row | null> {
    return (await lockRows(client, view, session, [id]))[0] ?? null
  }

  async function lockRows(
    client: PoolClient,
    view: FormView,
    session: Session,
    ids: readonly string[],
  ): Promise<Row[]> {
    const parameters = new Parameters()
    const where = scopedWhere(
      view,
      session,
      [{ own: { field: 'id', rule: 'in', val: ids } }],
      parameters,
      now(),
    )
    const { rows } = await client.query<Row>(
      `select * from ${dataTable(view.form.table.name)} where ${where} order by "id" for update`,
      parameters.values,
    )
    return rows.map((row) => wireRow(view, row))
  }

  async function lockSubRows(
    client: PoolClient,
    view: FormView,
    session: Session,
    sub: SubTable,
    key: unknown,
  ): Promise<Map<string, Row>> {
    const parameters = new Parameters()
    const where = scopedWhere(view, session, [], parameters, now())
    const { rows } = await client.query<Row>(
      `select * from ${dataTable(view.form.table.name)}
       where ${where} and ${quoted(sub.foreignKey)}::text = ${parameters.add(String(key))} order by "create_time", "id" for update`,
      parameters.values,
    )
    return new Map(rows.map((row) => [String(row.id), wireRow(view, row)]))
  }

  async function deleteWhere(
    client: PoolClient,
    form: CompiledForm,
    session: Session,
    column: string,
    values: readonly string[],
  ): Promise<Change[]> {
    if (values.length === 0) return []
    const { rows } = await client.query<Row>(
      `delete from ${dataTable(form.table.name)} where "_tenant" = $1 and ${quoted(column)}::text = any($2::text[]) returning *`,
      [session.tenantId, [...values]],
    )
    return rows.map((row) => ({
      table: form.table.name,
      recordId: String(row.id),
      version: Number(row._version),
      before: logged(form, row),
      after: null,
      documentVersion: versionOf(form),
    }))
  }

  function subInputs(form: CompiledForm, body: Row, session: Session): SubInput[] {
    return form.subTables.flatMap((sub) => {
      const subForm = documents.resolve(sub.code)
      if (!subForm) return []
      const name = [sub.code, subForm.table.name].find((candidate) => Object.hasOwn(body, candidate))
      if (name === undefined) return []
      const given = body[name]
      const rows = given === null || given === undefined ? [] : Array.isArray(given) ? given : [given]
      if (rows.length > MAX_SUB_ROWS) throw badRequest(`子表最多 ${MAX_SUB_ROWS} 行`)
      if (!rows.every((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)))
        throw badRequest('子表数据格式不正确')
      // An empty object stands for "no record" in a one-to-one sub table.
      const filled =
        sub.relation === 'one' ? rows.filter((row) => Object.keys(row).length > 0).slice(0, 1) : rows
      return [{ sub, form: subForm, view: formView(session, subForm), rows: filled }]
    })
  }

  /** A new record must bring its sub rows; a change may leave them out, and they stay as they are. */
  function missingSubRows(form: CompiledForm, inputs: readonly SubInput[], isNew: boolean): RowError[] {
    return form.subTables.flatMap((sub) => {
      const input = inputs.find((candidate) => candidate.sub === sub)
      const count = input ? input.rows.length : isNew ? 0 : sub.minRows
      return count < sub.minRows
        ? [{ field: '', subTable: sub.code, message: `${sub.title}至少需要 ${sub.minRows} 行` }]
        : []
    })
  }

  function changeOf({ form, id, row, stored }: Prepared): Change {
    return {
      table: form.table.name,
      recordId: id,
      version: Number(row._version),
      before: stored === null ? null : logged(form, stored),
      after: logged(form, row),
      documentVersion: versionOf(form),
    }
  }

  function versionOf(form: CompiledForm): string {
    return documents.entry(form.code)?.version ?? ''
  }

  return { insert, update, remove }
}

function refuse(refusals: readonly RowRefusal[]): void {
  if (refusals.length > 0) throw new Refused(refusals.map(({ error }) => error))
}

/** The tenant is said by the operation already; parked columns did not change. */
function logged(form: CompiledForm, row: Row): Row {
  const secret = new Set(form.fields.filter(({ view }) => view === 'password').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name === '_version' || !name.startsWith('_'))
      .map(([name, value]) => [name, secret.has(name) && value !== null ? SECRET_MASK : value]),
  )
}

function visible(view: FormView, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => view.columns.has(name)))
}

/** Columns that only the server fills. */
const SYSTEM_VALUES = [
  'id',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'sys_org_code',
  '_tenant',
  '_version',
]

function insertColumns(form: CompiledForm): string[] {
  const columns = [...SYSTEM_VALUES, ...storedColumns(form)]
  if (!form.tree) return columns
  const known = new Set(form.table.columns.map((column) => column.name))
  for (const name of [form.tree.parent, form.tree.hasChild])
    if (known.has(name) && !columns.includes(name)) columns.push(name)
  return columns
}

function isChanged({ form, row, stored }: Prepared): boolean {
  return storedColumns(form).some((name) => !same(stored?.[name], row[name]))
}

function same(a: unknown, b: unknown): boolean {
  if (a === null || a === undefined) return b === null || b === undefined
  return b !== null && b !== undefined && String(a) === String(b)
}
