import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { DeclaredRoute } from '#server/http/access.ts'
import { API } from './app.ts'
import type { MarkedForm, MarkedWorld } from './marked-world.ts'

/** One call of a reading route. */
export interface ReadCall {
  url: string
  /** It names the hidden row: what else it answers is of no account. */
  namesHidden: boolean
  /** It answers records of a form to those with the right to its list. */
  isRecords: boolean
}

type RowKind = 's' | 'h'

/** Calls that end what the test stands on, answer files or wait for events. */
const LEFT_OUT = /\/sys\/logout$|\/(websocket|vxeSocket)\/|\*$/
/** What is asked of every list. */
const PAGE = 'pageNo=1&pageSize=1000&column=id&order=desc'

/** The reading calls of every route, made from the route table and the documents alone; of keys, those of `tenant`. */
export function readCalls(world: MarkedWorld, tenant: 1 | 2 = 1): ReadCall[] {
  const calls = world.test.app.routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith(API) && !LEFT_OUT.test(url))
    .flatMap((route) => callsOf(world, route, tenant))
  return [...new Map([...calls, ...linkedLevels(world)].map((call) => [call.url, call])).values()]
}

function callsOf(world: MarkedWorld, route: DeclaredRoute, tenant: 1 | 2): ReadCall[] {
  const { access } = route
  const parts = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const names = [...parts, ...namesIn(route.schema?.querystring)]
  const bound = typeof access === 'object' && 'action' in access ? access.form : undefined
  const isOfForm = parts.includes('code') || names.some((name) => /table|id(s|list)?$|dict|key$/i.test(name))
  const forms = bound
    ? world.forms.filter(({ form }) => form.code === bound)
    : isOfForm
      ? oneOfEachTable(world, parts.includes('code'))
      : world.forms.slice(0, 1)
  const isRecords = typeof access === 'object' && 'action' in access && access.action === 'list'
  return forms.flatMap((form) =>
    (['s', 'h'] as const).flatMap((row) =>
      (parts.includes('dict') ? dictKeys(form) : ['']).flatMap((dict) =>
        addresses(route.url, namesIn(route.schema?.querystring), bound !== undefined, (name) =>
          textOf(world, form, row, tenant, dict, name, parts.includes(name)),
        ).map((url) => ({
          url,
          isRecords,
          namesHidden: row === 'h' && url.includes(world.idOf(form.number, 'h', tenant)),
        })),
      ),
    ),
  )
}

/** Documents over one table differ in what they show; other calls name the table. */
function oneOfEachTable(world: MarkedWorld, all: boolean): readonly MarkedForm[] {
  return all ? world.forms : [...new Map(world.forms.map((one) => [one.number, one])).values()]
}

/** The address without a key in its query, and with one. */
function addresses(
  url: string,
  declared: readonly string[],
  isBound: boolean,
  value: (name: string) => string | null,
): string[] {
  const path = url
    .replace(API, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(value(name) ?? '1'))
  const query = (names: readonly string[]) =>
    names.flatMap((name) => {
      const text = value(name)
      return text === null ? [] : [`${name}=${encodeURIComponent(text)}`]
    })
  const isKey = (name: string) => /id(s|list)?$|^key$/i.test(name)
  const plain = query(declared.filter((name) => !isKey(name)))
  const keys = query([...declared.filter(isKey), ...(isBound ? ['id', 'ids'] : [])])
  return [
    `${path}?${[PAGE, ...plain].join('&')}`,
    ...(keys.length > 0 ? [`${path}?${[PAGE, ...plain, ...keys].join('&')}`] : []),
  ]
}

/** Names of dictionaries that read the form's table, or that a field of it declares. */
function dictKeys({ form, marked, controlled }: MarkedForm): string[] {
  const text = marked.find((name) => name !== controlled) ?? 'id'
  return [
    `${form.code},${text},id`,
    ...(controlled ? [`${form.code},${controlled},id`] : []),
    ...form.fields.filter((field) => tableOf(field) !== null).map(({ name }) => `${form.code}.${name}`),
  ]
}

/** What a parameter of that name takes; null where it is left out. */
function textOf(
  world: MarkedWorld,
  { form, number, marked, controlled }: MarkedForm,
  row: RowKind,
  tenant: 1 | 2,
  dict: string,
  name: string,
  isPart: boolean,
): string | null {
  if (name === 'dict') return dict
  if (/^key$/i.test(name))
    return dict.includes('.') ? keysOfTarget(world, form, dict, row, tenant) : world.idOf(number, row, tenant)
  if (/table(name)?$/i.test(name)) return form.code
  if (name === 'code') return isPart ? form.code : null
  if (/^(text|txt|fieldName)$/.test(name)) return marked[0] ?? 'id'
  if (name === 'pidField') return form.tree?.parent ?? controlled ?? marked[0] ?? null
  if (/^pid$|parentid/i.test(name)) return ''
  if (/id(s|list)?(1|2)?$/i.test(name)) return world.idOf(number, row, tenant)
  if (/keyword|condition/i.test(name)) return name === 'condition' ? null : 'q'
  return null
}

/** The key of a row that a field of a document points to. */
function keysOfTarget(
  world: MarkedWorld,
  form: CompiledForm,
  dict: string,
  row: RowKind,
  tenant: 1 | 2,
): string {
  const field = form.fields.find(({ name }) => `${form.code}.${name}` === dict)
  const table = field ? tableOf(field) : null
  const target = world.forms.find((one) => one.form.tableName === table || one.form.code === table)
  return target ? world.idOf(target.number, row, tenant) : '1'
}

/** The table that a field's choices are read from; null where they are kept or at hand. */
function tableOf(field: Field): string | null {
  const source = lookupSource(field)
  return source && 'table' in source ? source.table.table : null
}

/** Levels of linked dropdowns: their call takes no names but those that a document declares together. */
function linkedLevels(world: MarkedWorld): ReadCall[] {
  return world.forms.flatMap(({ form }) =>
    form.fields
      .filter(({ view }) => traitsOf(view).chain)
      .map(({ options }) => {
        const { condition, ...names } = options as Record<string, unknown>
        const query = Object.entries({
          ...names,
          ...(condition ? { condition: JSON.stringify(condition) } : {}),
        })
        return {
          url: `/online/cgform/api/querySelectOptions?${query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`,
          namesHidden: false,
          isRecords: false,
        }
      }),
  )
}

function namesIn(shape: unknown): string[] {
  const properties = (shape as { properties?: object } | undefined)?.properties
  return properties ? Object.keys(properties) : []
}

/** Some at a time: the database works on one while the server works on another. */
const AT_ONCE = 6

/** The text of each answer, in the order of the calls. */
export async function answersOf(
  { test }: MarkedWorld,
  token: string,
  calls: readonly ReadCall[],
): Promise<string[]> {
  const texts: string[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < calls.length; at = next++)
      texts[at] = (await test.call(token, 'GET', calls[at]?.url ?? '')).text
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return texts
}

/** One call of a writing route. */
export interface WriteCall {
  method: 'POST' | 'PUT' | 'DELETE'
  url: string
  body: unknown
}

/**
 * The writing calls of every route that name this row, made from the route table and the documents alone: each kind of key,
 * in path, query and body, beside a row that the document accepts. `all`: also routes that belong to no form.
 */
export function writeCalls(
  world: MarkedWorld,
  form: MarkedForm,
  id: string,
  row: object,
  all = false,
): WriteCall[] {
  return world.test.app.routes
    .filter(
      ({ method, url }) =>
        method !== 'GET' && method !== 'HEAD' && url.startsWith(API) && !LEFT_OUT.test(url),
    )
    .flatMap((route): WriteCall[] => {
      const { access, url } = route
      const isOfForm = typeof access === 'object' && 'action' in access
      if (isOfForm ? (access.form ?? form.form.code) !== form.form.code : !all || access === 'public')
        return []
      const part = (name: string) => (name === 'code' || name === 'table' ? form.form.code : id)
      const address = (action: string) =>
        url
          .replace(API, '')
          .replaceAll(/:(\w+)/g, (_, name: string) => (name === 'action' ? action : part(name)))
      const named = Object.fromEntries(
        [...namesIn(route.schema?.body), ...namesIn(route.schema?.querystring)].map((name) => [
          name,
          /List$|^ids$/.test(name) && url.includes('/online/') ? [id] : id,
        ]),
      )
      const query = new URLSearchParams({ ...namedTexts(named), id, ids: id })
      const actions = url.includes(':action')
        ? form.form.list.actions.flatMap((action) => (typeof action === 'object' ? action.code : []))
        : ['']
      return actions.flatMap((action) =>
        [
          { ...row, id, ids: id, ...named },
          { ...named, ids: [id], userIdList: [id] },
        ].map((body) => ({
          method: route.method as WriteCall['method'],
          url: `${address(action)}?${query}`,
          body: route.method === 'DELETE' ? undefined : body,
        })),
      )
    })
}

function namedTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
