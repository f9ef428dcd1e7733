import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { Connections } from '../../database/connection.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { platformRows } from '../dict/platform-sources.ts'
import type { Documents } from '../document/documents.ts'
import type { FormStore } from './store.ts'

/** Parameters of querySelectOptions: names that must stand together in a document. */
export interface SelectOptionsQuery {
  table?: unknown
  txt?: unknown
  key?: unknown
  idField?: unknown
  pidField?: unknown
  condition?: unknown
  pidValue?: unknown
}

/** One choice of a linked dropdown, as the wire has it. */
export interface SelectOption {
  label: string
  store: string
  id: string
  pid: string
}

const MAX_OPTIONS = 1000
/** Parent value of the topmost rows. */
const ROOT = '0'

/** One level over a platform table, whose readable columns are listed there. */
export function platformLevel(connections: Pick<Connections, 'readPool'>) {
  return async (
    options: LinkDownOptions,
    parent: string | null,
    session: Session,
  ): Promise<SelectOption[]> => {
    const { table, txt, key, idField, pidField, condition } = options
    const equals: Record<string, string> = {}
    if (parent !== null) equals[pidField] = parent
    else if (!condition) equals[pidField] = ROOT
    const read = () =>
      platformRows(
        connections,
        session,
        {
          table,
          value: key,
          text: txt,
          equals,
          ...(parent === null && condition ? { where: condition } : {}),
          limit: MAX_OPTIONS,
        },
        [idField, pidField],
      )
    let rows = await read()
    if (rows.length === 0 && equals[pidField] === ROOT) {
      // Departments have no parent at the top, categories have the parent 0.
      equals[pidField] = ''
      rows = await read()
    }
    return rows.map((row) => ({
      label: row.text ?? '',
      store: row.value ?? '',
      id: row[idField.toLowerCase()] ?? '',
      pid: row[pidField.toLowerCase()] ?? '',
    }))
  }
}

/** Choices of one level of a linked dropdown. What may be read is what a document's `link_down` names, nothing else. */
export async function selectOptions(
  documents: Documents,
  store: FormStore,
  session: Session,
  query: SelectOptionsQuery,
  platform: (options: LinkDownOptions, parent: string | null) => Promise<SelectOption[]>,
): Promise<SelectOption[]> {
  const named = declared(documents, query)
  if (!named) throw badRequest('联动组件数据加载失败,请检查配置!')
  const parent = typeof query.pidValue === 'string' && query.pidValue !== '' ? query.pidValue : null
  const form = documents.resolve(named.table)
  if (!form) return platform(named, parent)
  return store.linkLevel(form, session, {
    ...named,
    parent,
    ...(parent === null && named.condition ? { where: named.condition } : {}),
    limit: MAX_OPTIONS,
  })
}

/** The declaration that the caller means; several may differ in the condition of their first level. */
function declared(documents: Documents, query: SelectOptionsQuery): LinkDownOptions | null {
  const matching: LinkDownOptions[] = []
  for (const { form } of documents.entries()) {
    for (const field of form?.fields ?? []) {
      if (!traitsOf(field.view).chain) continue
      const options = field.options as unknown as LinkDownOptions
      const same = (['table', 'txt', 'key', 'idField', 'pidField'] as const).every(
        (name) => options[name] === query[name],
      )
      if (same) matching.push(options)
    }
  }
  const asked = typeof query.condition === 'string' ? query.condition : ''
  return matching.find((options) => JSON.stringify(options.condition ?? '') === asked) ?? matching[0] ?? null
}
