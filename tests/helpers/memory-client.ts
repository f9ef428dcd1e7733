import {
  type DataClient,
  type FieldCheck,
  type ListQuery,
  type Option,
  RequestError,
  type TreeNode,
} from '#renderer/index.ts'
import { pageOf } from '#schemas/api/envelope.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { DictOption, FormDocument } from '#schemas/page/form.ts'
import { LIST_ACTIONS } from '#schemas/page/form-words.ts'

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
  definition?: Partial<PageDefinition>
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
      const form = formOf(code)
      return {
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
        access: { actions: [...(form.document.list?.actions ?? LIST_ACTIONS)], readonly: [] },
        dicts: Object.fromEntries(
          Object.entries(data.dicts ?? {})
            .filter(([key]) => !key.includes('.'))
            .map(([key, options]) => [key, [...options]]),
        ),
        ...data.definition,
      }
    },
    async list(source, query) {
      await asked('list', source, query)
      const form = formOf(source)
      const found = filtered(form, recordsOf(source), query).map((row) => withTexts(form, row))
      const size = query.pageSize && query.pageSize > 0 ? query.pageSize : Math.max(found.length, 1)
      const pageNo = query.pageNo ?? 1
      return pageOf(found.slice((pageNo - 1) * size, pageNo * size), found.length, pageNo, size)
    },
    async get(source, id) {
      await asked('get', source, id)
      const row = recordsOf(source).find((one) => one.id === id)
      if (!row) throw new RequestError('很抱歉，资源未找到!', 404)
      return withSubRows(formOf(source), row)
    },
    async tree(source, parent) {
      await asked('tree', source, parent)
      const roots = data.trees?.[source] ?? []
      return parent === '' ? [...roots] : [...(roots.find((node) => node.key === parent)?.children ?? [])]
    },
    async options(source, query) {
      await asked('options', source, query)
      const { keyword = '' } = query
      return optionsOf(source).filter(({ text }) => text.includes(keyword))
    },
    async labels(source, values): Promise<Option[]> {
      await asked('labels', source, values)
      return optionsOf(source).filter(({ value }) => values.includes(String(value)))
    },
    async save(source, row) {
      await asked('save', source, row)
      return keep(formOf(source), structuredClone(row))
    },
    async remove(source, ids) {
      await asked('remove', source, ids)
      const records = recordsOf(source)
      store.set(
        source,
        records.filter((row) => !ids.includes(String(row.id))),
      )
    },
    async check(question: FieldCheck) {
      await asked('check', question)
      const { source, field, value, id } = question
      const taken = recordsOf(source).some((row) => row[field] === value && row.id !== id)
      return taken ? '该值不可用，系统中已存在！' : null
    },
    async fill(rule) {
      await asked('fill', rule)
      return `${rule}-0001`
    },
  }
}

/** The rows that a query asks for, in its order. */
function filtered(form: CompiledForm, rows: readonly Row[], query: ListQuery): Row[] {
  const found = rows.filter((row) =>
    Object.entries(query.filter ?? {}).every(([name, value]) => meets(row, name, value)),
  )
  const { tree } = form
  const level =
    tree && query.tree === 'roots'
      ? found.filter((row) => (row[tree.parent] ?? tree.root) === tree.root)
      : found
  const { sort } = query
  if (!sort) return level
  const sign = sort.descending ? -1 : 1
  return [...level].sort((a, b) => sign * compare(a[sort.field], b[sort.field]))
}

function meets(row: Row, name: string, value: string): boolean {
  const range = /^(.+)_(begin|end)$/.exec(name)
  if (range?.[1] && !Object.hasOwn(row, name)) {
    const order = compare(row[range[1]], value)
    return range[2] === 'begin' ? order >= 0 : order <= 0
  }
  const own = String(row[name] ?? '')
  if (value.startsWith('*') && value.endsWith('*')) return own.includes(value.slice(1, -1))
  if (value.startsWith(',') && value.endsWith(','))
    return value
      .split(',')
      .filter(Boolean)
      .some((part) => own.split(',').includes(part))
  return value.includes(',') ? value.split(',').includes(own) : own === value
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number') return left - Number(right)
  return String(left ?? '').localeCompare(String(right ?? ''))
}
