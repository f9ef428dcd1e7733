import { LIST_WORDS } from '#schemas/api/list-words.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import type { Answer, TestApp } from '#tests/helpers/app.ts'
import { type AskLevel, chooseLevels } from './linked-levels.ts'

/** Texts of which one satisfies whatever a form asks of a field. */
const CANDIDATES = [
  '甲',
  '13800000000',
  'someone@example.com',
  'https://example.com',
  '123456',
  'abcdef',
  'ABC123',
  'ABC',
  '1',
  '12.5',
  '2026-01-02',
  '2026-01-02 03:04:05',
  '03:04:05',
]
/** Code of a district. */
const AREA = '110101'
/** What a client may send by mistake for any field. */
const WRONG: readonly unknown[] = [
  { a: 1 },
  ['x', 2],
  true,
  -1,
  1e300,
  'x'.repeat(20_000),
  '\0',
  '2024-02-30',
  "'; --",
]

/** A value that the form accepts in the field; undefined when none is found. */
function acceptable(form: CompiledForm, field: Field): unknown {
  const validator = createRowValidator(form)
  const own = Array.isArray(field.dict) ? field.dict.map(({ value }) => value) : []
  const numeric = ['int', 'long', 'double', 'BigDecimal'].includes(field.column.type)
  const candidates = [
    ...own,
    ...(field.property.enum ?? []),
    ...(numeric ? [1, 0.5, 12, 123_456] : CANDIDATES),
  ]
  return candidates.find((value) => validator.validateField(field.name, value) === null)
}

function filledRow(form: CompiledForm): Row {
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const editable = !isSystemColumn(field.name) && field.inForm && field.name !== form.tree?.parent
      const value = editable ? acceptable(form, field) : undefined
      return value === undefined ? [] : [[field.name, value]]
    }),
  ) as Row
}

/** Does with a form what its pages do, over HTTP; what went wrong. */
export async function walkForm(
  app: TestApp,
  token: string,
  form: CompiledForm,
  subs: readonly CompiledForm[],
) {
  const faults: string[] = []
  const code = encodeURIComponent(form.code)
  const api = '/online/cgform/api'
  const ask = async (
    what: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    refusable = false,
  ): Promise<Answer> => {
    const answer = await app.call(token, method, url, body)
    const fine = answer.status < 500 && (refusable || answer.body?.success === true)
    if (!fine) faults.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
  const list = (query: Record<string, string>, kind = 'getData') =>
    ask(`${kind} ${JSON.stringify(query)}`, 'GET', `${api}/${kind}/${code}?${new URLSearchParams(query)}`)

  await ask('document', 'GET', `/online/document/${code}`)
  const columns = await ask('getColumns', 'GET', `${api}/getColumns/${code}`)
  await ask('getErpColumns', 'GET', `${api}/getErpColumns/${code}`)
  const queries = await ask('getQueryInfo', 'GET', `${api}/getQueryInfo/${code}`)
  const item = await ask('getFormItem', 'GET', `${api}/getFormItem/${code}`)
  if (columns.body?.result?.columns?.length !== form.list.columns.length) faults.push('columns are missing')
  if (queries.body?.result?.length !== form.list.query.length) faults.push('filters are missing')
  for (const field of form.fields)
    if (field.inForm && !item.body?.result?.schema?.properties?.[field.name])
      faults.push(`no item ${field.name}`)

  const askLevel: AskLevel = async (query) => {
    const url = `${api}/querySelectOptions?${new URLSearchParams(query)}`
    return (await ask('querySelectOptions', 'GET', url, undefined, true)).body?.result ?? undefined
  }
  /** Values that are offered, where the form asks for one of several. */
  const choose = async (one: CompiledForm, row: Row): Promise<Row> => {
    const chosen: Row = { ...row }
    for (const field of one.fields) {
      if (chosen[field.name] === undefined) continue
      if (furtherLevels(field).length > 0) Object.assign(chosen, await chooseLevels(field, askLevel))
      if (field.view === 'switch')
        chosen[field.name] = Array.isArray(field.options.values) ? field.options.values[0] : 'Y'
      else if (field.view === 'sel_user') chosen[field.name] = field.options.store === 'id' ? '1' : 'admin'
      else if (field.view === 'pca') chosen[field.name] = AREA
      else if (field.view === 'sel_depart') {
        const column = field.options.store === 'orgCode' ? 'org_code' : 'id'
        const departs = await ask('departs', 'GET', `/sys/dict/loadDict/sys_depart,depart_name,${column}`)
        chosen[field.name] = departs.body?.result?.[0]?.value
      } else if (field.dictKey && !Array.isArray(field.dict)) {
        const offered = await ask(
          'loadDict',
          'GET',
          `/sys/dict/loadDict/${encodeURIComponent(field.dictKey)}?pageSize=1`,
          undefined,
          true,
        )
        const value: unknown = offered.body?.result?.[0]?.value
        if (typeof value === 'string' || typeof value === 'number') chosen[field.name] = value
      }
    }
    const validator = createRowValidator(one)
    for (const [name, value] of Object.entries(chosen)) {
      const known = one.fields.some((field) => field.name === name)
      if (known && validator.validateField(name, value) !== null) delete chosen[name]
    }
    return chosen
  }
  const row = await choose(form, filledRow(form))
  for (const sub of subs) {
    const relation = form.subTables.find((one) => one.code === sub.code)
    if (!relation) continue
    const subRow = { ...(await choose(sub, filledRow(sub))), [relation.foreignKey]: undefined }
    row[sub.code] = (relation.relation === 'one' ? subRow : [subRow, subRow]) as never
  }
  // What asks for the impossible is refused, and that is all.
  if (
    form.fields.some(
      (field) =>
        field.required &&
        row[field.name] === undefined &&
        !field.readOnly &&
        field.inForm &&
        acceptable(form, field) === undefined,
    )
  )
    return faults
  let added = await ask('add', 'POST', `${api}/form/${code}`, row, true)
  // A choice that has nothing to offer is left open.
  const refused: { field: string }[] = added.body?.result?.errors ?? []
  if (!added.body?.success) {
    const empty = /不存在/.test(added.text) ? refused.map(({ field }) => field) : []
    // One that is required and has no entries in this database is refused rightly.
    if (form.fields.some(({ name, required }) => required && empty.includes(name))) return faults
    for (const name of empty) delete row[name]
    added = await ask('add', 'POST', `${api}/form/${code}`, row)
  }
  const id = added.body?.success ? String(added.body.result) : null
  if (id !== null) {
    const read = await ask('read', 'GET', `${api}/form/${code}/${id}`)
    const stored: Row = read.body?.result ?? {}
    for (const [name, value] of Object.entries(row)) {
      const field = form.fields.find((one) => one.name === name)
      const kept =
        field?.persist && !field.readOnly && field.view !== 'password' && form.tree?.hasChild !== name
      if (kept && value !== null && (stored[name] === null || stored[name] === undefined))
        faults.push(`${name} was not kept: ${JSON.stringify(value)}`)
    }
    await ask('detail', 'GET', `${api}/detail/${code}/${id}`)
    const found = await list({ pageNo: '1', pageSize: '10' }, form.tree ? 'getTreeData' : 'getData')
    if (!found.body?.result?.records?.some((one: Row) => one.id === id)) faults.push('not in the list')
    for (const { field, mode } of form.list.query) {
      const value = String(stored[field.name] ?? '')
      if (mode === 'group') await list({ [`${field.name}_begin`]: value, [`${field.name}_end`]: value })
      const parameter = LIST_WORDS.has(field.name) ? `${field.name}_MultiString` : field.name
      await list({ [parameter]: mode === 'like' ? `*${value}*` : value })
      const hit = await list({ [`${field.name}_MultiString`]: value, pageSize: '100' })
      if (
        value !== '' &&
        !value.includes(',') &&
        !hit.body?.result?.records?.some((one: Row) => one.id === id)
      )
        faults.push(`not found by ${field.name}=${value}`)
    }
    for (const { field, sortable } of form.list.columns)
      if (sortable) for (const order of ['asc', 'desc']) await list({ column: field.name, order })
    const saved = await ask('edit', 'PUT', `${api}/form/${code}`, stored)
    if (saved.body?.success) await ask('read again', 'GET', `${api}/form/${code}/${id}`)
    if (form.tree) {
      const child = await ask('add a child', 'POST', `${api}/form/${code}`, {
        ...row,
        ...otherwise(form),
        [form.tree.parent]: id,
      })
      await list({ [form.tree.parent]: id }, 'getTreeData')
      if (child.body?.success)
        await ask('delete the child', 'DELETE', `${api}/form/${code}/${child.body.result}`)
    }
  }
  for (const value of WRONG) {
    const wrong = Object.fromEntries(form.fields.map(({ name }) => [name, value]))
    const answer = await ask(
      `add ${JSON.stringify(value).slice(0, 20)}`,
      'POST',
      `${api}/form/${code}`,
      wrong,
      true,
    )
    if (answer.body?.success) await ask('delete', 'DELETE', `${api}/form/${code}/${answer.body.result}`)
    if (id !== null) await ask('edit wrongly', 'PUT', `${api}/form/${code}`, { ...wrong, id }, true)
    for (const { field } of form.list.query)
      await ask(
        'search wrongly',
        'GET',
        `${api}/getData/${code}?${new URLSearchParams({ [field.name]: String(value) })}`,
        undefined,
        true,
      )
  }
  for (const { dictKey } of form.fields)
    if (dictKey)
      for (const call of ['loadDict', 'getDictItems'])
        await ask(call, 'GET', `/sys/dict/${call}/${encodeURIComponent(dictKey)}`, undefined, true)
  if (id !== null) await ask('delete', 'DELETE', `${api}/form/${code}/${id}`)
  return faults
}

/** Other values where a form wants them unique. */
function otherwise(form: CompiledForm): Row {
  return Object.fromEntries(
    form.fields
      .filter(({ property }) => property.unique)
      .map(({ name, column }) => [name, column.type === 'string' ? 'zz' : 77]),
  )
}
