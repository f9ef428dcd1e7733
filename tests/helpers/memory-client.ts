import {
  type DataClient,
  type FieldCheck,
  type ListQuery,
  type Option,
  RequestError,
  type TreeNode,
} from '#renderer/index.ts'
import { pageOf } from '#schemas/api/envelope.ts'
import type { ListBoard } from '#schemas/api/figures.ts'
import type { FormPage } from '#schemas/api/page.ts'
import { actionCode, changedAction } from '#schemas/compile/action-code.ts'
import { groupsByMonth } from '#schemas/compile/can-group.ts'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { groupCondition } from '#schemas/compile/wire/query-record.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { DictOption, FormDocument } from '#schemas/page/form.ts'

/** What the memory of a client holds at the beginning. */
export interface MemoryData {
  /** The first is the page; the others are its sub tables or further pages. */
  documents: readonly FormDocument[]
  /** Records by form code. */
  rows?: Readonly<Record<string, readonly Row[]>>
  /** Kept dictionaries and choices of table dictionaries, by dictionary key. */
  dicts?: Readonly<Record<string, readonly DictOption[]>>
  trees?: Readonly<Record<string, readonly TreeNode[]>>
  /** Changes to every page definition. */
  definition?: Partial<FormPage>
  /** What check rules say of a value, by their code; null of one that fits. */
  checkRules?: Readonly<Record<string, (value: string) => string | null>>
  /** Composite pages. */
  pages?: readonly CompositeDocument[]
}

/** One question that the client was asked. */
export interface AskedCall {
  verb: keyof DataClient
  args: readonly unknown[]
}

/** A data client over memory, which remembers what it was asked and fails when it is told to. */
export interface MemoryClient extends DataClient {
  readonly calls: AskedCall[]
  /** Arguments of the calls of one verb. */
  asked(verb: keyof DataClient): readonly (readonly unknown[])[]
  /** Live records of a form. */
  rows(code: string): Row[]
  /** The next call of a verb is refused. */
  failNext(verb: keyof DataClient, error: Error): void
  /** Calls of a verb wait until the answer is let go. */
  hold(verb: keyof DataClient): () => void
}

/** A data client that keeps records in memory and judges them as the server does. */
export function createMemoryClient(data: MemoryData): MemoryClient {
  const documents = new Map(data.documents.map((document) => [document.code, document]))
  const forms = new Map(data.documents.map((document) => [document.code, compileForm(document)]))
  const store = new Map(
    [...forms.keys()].map((code) => [
      code,
      (data.rows?.[code] ?? []).map((row): Row => ({ _version: 1, ...row })),
    ]),
  )
  const calls: AskedCall[] = []
  const failures = new Map<keyof DataClient, Error>()
  const holds = new Map<keyof DataClient, Promise<void>>()
  let serial = 0

  function formOf(code: string): CompiledForm {
    const form = forms.get(code)
    if (!form) throw new RequestError('很抱歉，资源未找到!', 404)
    return form
  }

  function recordsOf(code: string): Row[] {
    formOf(code)
    return store.get(code) ?? []
  }

  async function asked(verb: keyof DataClient, ...args: unknown[]): Promise<void> {
    calls.push({ verb, args })
    await holds.get(verb)
    const failure = failures.get(verb)
    if (!failure) return
    failures.delete(verb)
    throw failure
  }

  function optionsOf(source: string): readonly DictOption[] {
    const given = data.dicts?.[source]
    if (given) return given
    const [code = '', name] = source.split('.')
    const field = forms.get(code)?.fields.find((one) => one.name === name)
    return Array.isArray(field?.dict) ? field.dict : []
  }

  function withTexts(form: CompiledForm, row: Row): Row {
    const result = { ...row }
    for (const field of form.fields) {
      const value = row[field.name]
      if (field.dictKey === null || value === null || value === undefined || value === '') continue
      const options = optionsOf(field.dictKey)
      result[`${field.name}_dictText`] = String(value)
        .split(',')
        .map((one) => options.find((option) => String(option.value) === one)?.text ?? one)
        .join(',')
    }
    return result
  }

  function withChildMark(form: CompiledForm, row: Row): Row {
    const { tree } = form
    if (!tree) return row
    const isParent = recordsOf(form.code).some((one) => one[tree.parent] === row.id)
    return isParent ? { ...row, [tree.hasChild]: '1' } : row
  }

  function repeated(form: CompiledForm, row: Row): { field: string; message: string }[] {
    return form.fields
      .filter(({ name, property }) => property.unique && row[name] !== null && row[name] !== undefined)
      .filter(({ name }) =>
        recordsOf(form.code).some((other) => other.id !== row.id && other[name] === row[name]),
      )
      .map(({ name }) => ({ field: name, message: '该值不可用，系统中已存在！' }))
  }

  function withSubRows(form: CompiledForm, row: Row): Row {
    const result = withTexts(form, row)
    for (const sub of form.subTables) {
      if (!forms.has(sub.code)) continue
      const subForm = formOf(sub.code)
      const rows = recordsOf(sub.code)
        .filter((one) => one[sub.foreignKey] === row[sub.mainField])
        .map((one) => withTexts(subForm, one))
      result[sub.code] = sub.relation === 'one' ? (rows[0] ?? null) : rows
    }
    return result
  }

  function grouped(code: string, query: ListQuery, name: string): ListBoard {
    const form = formOf(code)
    const field = form.fields.find((one) => one.name === name)
    const isMonth = field !== undefined && groupsByMonth(field)
    const groups = new Map<unknown, Row[]>()
    for (const row of filtered(form, recordsOf(code), query)) {
      const value = row[name] === '' || row[name] === undefined ? null : row[name]
      const key = isMonth && value !== null ? String(value).slice(0, 7) : value
      groups.set(key, [...(groups.get(key) ?? []), row])
    }
    return {
      groups: [...groups].map(([value, rows]) => ({
        row: withTexts(form, { [name]: value }),
        count: rows.length,
        records: rows.slice(0, query.pageSize).map((row) => withTexts(form, row)),
      })),
      isCut: false,
    }
  }

  function keep(form: CompiledForm, sent: Row): string {
    const records = recordsOf(form.code)
    const stored = records.find(({ id }) => id === sent.id)
    if (sent.id && !stored) throw new RequestError('很抱歉，资源未找到!', 404)
    if (stored && sent._version !== undefined && sent._version !== stored._version)
      throw new RequestError('这条记录已被他人修改，请核对后再保存', 409, {
        current: withSubRows(form, stored),
        sent,
      })
    const subCodes = new Set(form.subTables.map(({ code }) => code))
    const own = Object.fromEntries(Object.entries(sent).filter(([name]) => !subCodes.has(name)))
    const row = createRowValidator(form).normalise({ ...stored, ...own })
    const errors = [...createRowValidator(form).validate(row), ...repeated(form, row)]
    if (errors.length > 0) throw new RequestError('数据不正确', 200, { errors })
    if (stored) Object.assign(stored, row, { _version: Number(stored._version ?? 0) + 1 })
    else {
      row.id = `new-${++serial}`
      records.unshift({ ...row, _version: 1 })
    }
    for (const sub of form.subTables) {
      if (!Object.hasOwn(sent, sub.code)) continue
      const given = sent[sub.code]
      const rows = (Array.isArray(given) ? given : given ? [given] : []) as Row[]
      const key = (stored ?? row)[sub.mainField]
      const others = recordsOf(sub.code).filter((one) => one[sub.foreignKey] !== key)
      store.set(sub.code, [
        ...others,
        ...rows.map((one) => ({
          _version: 1,
          ...one,
          id: one.id ?? `new-${++serial}`,
          [sub.foreignKey]: key,
        })),
      ])
    }
    return String(row.id)
  }

  const formPageOf = (code: string): FormPage => {
    const form = formOf(code)
    return {
      kind: 'form',
      document: form.document,
      subDocuments: Object.fromEntries(
        form.subTables.flatMap(({ code: sub }) => {
          const document = documents.get(sub)
          return document ? [[sub, document]] : []
        }),
      ),
      version: '1',
      problems: [],
      outdated: false,
      synced: true,
      access: {
        actions: form.list.actions.map(actionCode),
        readonly: [],
        subActions: Object.fromEntries(
          form.subTables.flatMap(({ code: sub }) =>
            documents.has(sub) ? [[sub, formOf(sub).list.actions.map(actionCode)]] : [],
          ),
        ),
      },
      dicts: Object.fromEntries(
        Object.entries(data.dicts ?? {})
          .filter(([key]) => !key.includes('.'))
          .map(([key, options]) => [key, [...options]]),
      ),
      ...data.definition,
    }
  }

  return {
    calls,
    asked: (verb) => calls.filter((call) => call.verb === verb).map((call) => call.args),
    rows: recordsOf,
    failNext: (verb, error) => failures.set(verb, error),
    hold(verb) {
      let release = () => {}
      holds.set(
        verb,
        new Promise((resolve) => {
          release = () => {
            holds.delete(verb)
            resolve()
          }
        }),
      )
      return () => release()
    },

    async page(code) {
      await asked('page', code)
      const document = data.pages?.find((one) => one.code === code)
      if (!document) return formPageOf(code)
      const names = [document.left.form, ...document.right.map(({ form }) => form)]
      return {
        kind: 'page',
        document,
        forms: Object.fromEntries(names.map((name) => [name, formPageOf(name)])),
        version: '1',
        problems: [],
        outdated: false,
      }
    },
    async list({ code }, query) {
      await asked('list', code, query)
      const form = formOf(code)
      const found = filtered(form, recordsOf(code), query).map((row) =>
        withTexts(form, query.tree ? withChildMark(form, row) : row),
      )
      const size = query.pageSize && query.pageSize > 0 ? query.pageSize : Math.max(found.length, 1)
      const pageNo = query.pageNo ?? 1
      return pageOf(found.slice((pageNo - 1) * size, pageNo * size), found.length, pageNo, size)
    },
    async printRows({ code }, query, { ids, whole }) {
      await asked('printRows', code, query, { ids, whole })
      const form = formOf(code)
      const records = filtered(form, recordsOf(code), query)
        .filter(({ id }) => !ids || ids.includes(String(id)))
        .map((row) => (whole ? withSubRows(form, row) : withTexts(form, row)))
      return { records, total: records.length }
    },
    async totals({ code }, query) {
      await asked('totals', code, query)
      return totalsOf(formOf(code), filtered(formOf(code), recordsOf(code), query))
    },
    async groups({ code }, query, field) {
      await asked('groups', code, query, field)
      const { groups, isCut } = grouped(code, query, field)
      return { groups: groups.map(({ row, count }) => ({ row, count })), isCut }
    },
    async board({ code }, query, field) {
      await asked('board', code, query, field)
      return grouped(code, query, field)
    },
    nestsQueries: () => true,
    async get(source, id) {
      await asked('get', source, id)
      const row = recordsOf(source).find((one) => one.id === id)
      if (!row) throw new RequestError('很抱歉，资源未找到!', 404)
      return withSubRows(formOf(source), row)
    },
    async tree(source, parent) {
      await asked('tree', nameOf(source), parent)
      const roots = data.trees?.[nameOf(source)] ?? []
      return parent === '' ? [...roots] : [...(roots.find((node) => node.key === parent)?.children ?? [])]
    },
    async options(source, query) {
      await asked('options', nameOf(source), query)
      const { keyword = '', pageSize } = query
      return optionsOf(nameOf(source))
        .filter(({ text }) => text.includes(keyword))
        .slice(0, pageSize)
    },
    async labels(source, values): Promise<Option[]> {
      await asked('labels', nameOf(source), values)
      return optionsOf(nameOf(source)).filter(({ value }) => values.includes(String(value)))
    },
    async save(source, row) {
      await asked('save', source, row)
      const stored = recordsOf(source).find(({ id }) => id === row.id)
      if (stored) refuseUnfit(formOf(source), 'edit', [stored])
      return keep(formOf(source), structuredClone(row))
    },
    async remove({ code }, ids) {
      await asked('remove', code, ids)
      const records = recordsOf(code)
      refuseUnfit(
        formOf(code),
        'delete',
        records.filter(({ id }) => ids.includes(String(id))),
      )
      store.set(
        code,
        records.filter((row) => !ids.includes(String(row.id))),
      )
    },
    async act(form, action, ids, input) {
      await asked('act', form, action, ids, input)
      return {}
    },
    async check(question: FieldCheck) {
      await asked('check', question)
      if ('rule' in question) return data.checkRules?.[question.rule]?.(question.value) ?? null
      const { table, field, value, id } = question
      const form = [...forms.values()].find(({ code, document }) => table === (document.table ?? code))
      const taken = recordsOf(form?.code ?? table).some((row) => row[field] === value && row.id !== id)
      return taken ? '该值不可用，系统中已存在！' : null
    },
    async fill(rule) {
      await asked('fill', rule)
      return `${rule}-0001`
    },
  }
}

/** What the document wants told below the columns of these rows. */
function totalsOf(form: CompiledForm, rows: readonly Row[]): Row {
  return Object.fromEntries(
    form.list.columns.flatMap(({ field: { name }, total }) => {
      const values = rows.flatMap((row) => row[name] ?? [])
      const sum = values.reduce<number>((whole, value) => whole + Number(value), 0)
      if (total === 'count') return [[name, values.length]]
      return total ? [[name, total === 'sum' ? sum : sum / values.length]] : []
    }),
  )
}

/** What a source is called in the data of the memory, and in what was asked. */
function nameOf(source: LookupSource): string {
  return 'kept' in source ? source.kept : (source.table.key ?? source.table.table)
}

/** The rows that a query asks for, in its order. */
function filtered(form: CompiledForm, rows: readonly Row[], query: ListQuery): Row[] {
  const { filter, advanced } = query
  const built = advanced ? groupCondition(advanced) : null
  const met = (row: Row, condition: Condition | null | undefined) =>
    !condition || evaluateCondition(condition, row, {}, form)
  const found = rows.filter((row) => met(row, filter) && met(row, built))
  const { tree } = form
  const level =
    tree && query.tree === 'roots'
      ? found.filter((row) => (row[tree.parent] ?? tree.root) === tree.root)
      : found
  const { sort } = query
  if (!sort) return level
  return [...level].sort((a, b) => {
    for (const { field, descending } of sort) {
      const found = compare(a[field], b[field])
      if (found !== 0) return descending ? -found : found
    }
    return 0
  })
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number') return left - Number(right)
  return String(left ?? '').localeCompare(String(right ?? ''))
}

/** Records that do not meet the document's condition are neither edited nor deleted. */
function refuseUnfit(form: CompiledForm, code: 'edit' | 'delete', rows: readonly Row[]): void {
  const when = changedAction(form, code)?.when
  if (when && !rows.every((row) => evaluateCondition(when, row, {}, form)))
    throw new RequestError('该记录的当前状态不能执行此操作', 422)
}
