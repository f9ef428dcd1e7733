import { LIST_QUESTION, RECORD_FIELDS } from '../../schemas/api/question.ts'
import type { DeclaredRoute } from '../../server/http/access.ts'
import { pathOf } from './wire-calls.ts'

interface Shape {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  anyOf?: readonly Shape[]
  enum?: readonly unknown[]
  const?: unknown
  open?: string
  nullable?: boolean
}

/** Choices of a value that are told one by one. */
const MOST_CHOICES = 8
/** Calls whose body is a file with fields beside it: no shape describes it. */
const UPLOAD = /\/(common\/upload|upload\/uploadMinio|oss\/file\/upload)$/
const IMPORT = /\/(importExcel|importXls\/:code)$/
/** How deep a body is told. */
const MOST_LEVELS = 2

/** What a call takes besides the parameters of its path: its query and its body, by name and type. Texts say no type. */
export function takesText(route: DeclaredRoute): string {
  const { querystring, body } = (route.schema ?? {}) as { querystring?: Shape; body?: Shape }
  const parts = [
    ...(querystring ? [`query: ${queryText(querystring)}`] : []),
    ...(UPLOAD.test(route.url)
      ? [`parts of a form: \`file\`${route.url.includes('/oss/') ? '' : ', `biz?`, `form?`, `field?`'}`]
      : []),
    ...(IMPORT.test(route.url)
      ? ['parts of a form: files, `foreignKeys?`, `isSingleTableImport?`, `validateStatus?`']
      : []),
    ...(body && !isAnything(body) ? [`body: ${bodyText(body, route)}`] : []),
  ]
  return parts.length === 0 ? '–' : parts.join('<br>').replaceAll('|', '\\|')
}

/** Documents whose records a body holds; null where it holds none, or the path names the form. */
export function recordOf(route: DeclaredRoute): string | null {
  const { body } = (route.schema ?? {}) as { body?: Shape }
  if (body?.open !== RECORD_FIELDS) return null
  // The rows of menus' data rules have a document of their own.
  if (/PermissionRule$/.test(route.url)) return 'sys_permission_data_rule'
  return typeof route.access === 'object' && 'form' in route.access ? (route.access.form ?? null) : null
}

function queryText(query: Shape): string {
  const names = namesOf(query, MOST_LEVELS)
  if (query.open === LIST_QUESTION) return [...names, 'those of a list'].join(', ')
  return query.open ?? names.join(', ')
}

function bodyText(body: Shape, route: DeclaredRoute): string {
  if (body.open !== RECORD_FIELDS) return typeText(body, MOST_LEVELS)
  const document = recordOf(route)
  if (document) return `record of [\`${document}\`](records.md#${document})`
  return /:code/.test(pathOf(route)) ? 'record of the form' : 'values by name'
}

function namesOf({ properties = {}, required = [] }: Shape, levels: number): string[] {
  return Object.entries(properties).map(([name, shape]) => {
    const type = typeText(shape, levels - 1)
    return `\`${name}${required.includes(name) ? '' : '?'}\`${type === 'text' ? '' : ` ${type}`}`
  })
}

function typeText(shape: Shape, levels: number): string {
  const { type, properties, items, anyOf, enum: choices, open } = shape
  if (open !== undefined) return `(${open})`
  if (shape.const !== undefined) return `\`${String(shape.const)}\``
  if (choices) return choicesText(choices)
  if (anyOf) return [...new Set(anyOf.map((one) => typeText(one, levels)))].join(' or ')
  if (type === 'array') return `list of ${typeText(items ?? {}, levels)}`
  if (properties && levels > 0) return `{ ${namesOf(shape, levels).join(', ')} }`
  if (type === 'object') return 'object'
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'true or false' : 'any'
}

function choicesText(choices: readonly unknown[]): string {
  const told = choices.filter((one) => one !== '').slice(0, MOST_CHOICES)
  return `${told.map((one) => `\`${String(one)}\``).join(' or ')}${told.length < choices.length - 1 ? ' …' : ''}`
}

function isAnything({ type, properties, anyOf, open, enum: choices }: Shape): boolean {
  return !type && !properties && !anyOf && !open && !choices
}
