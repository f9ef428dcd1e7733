import type { LinkQuery } from '#schemas/api/record.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest, forbidden } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { lookupTable } from './lookup-table.ts'
import type { LinkEntry, RecordSource } from './record-source.ts'

/** Decides whether a session may use a form and see its field. */
export interface FieldRights {
  mayUseField(session: Session, form: CompiledForm, field: string): boolean
}

const MAX_OPTIONS = 1000
/** Choices of one level of a linked dropdown. What may be read is what a document's `link_down` names, nothing else. */
export async function selectOptions(
  { documents, store, lookups }: { documents: Documents; store: RecordSource; lookups: FieldRights },
  session: Session,
  query: LinkQuery,
): Promise<LinkEntry[]> {
  const matching = declared(documents, query)
  if (matching.length === 0) throw badRequest('联动组件数据加载失败,请检查配置!')
  const named = wanted(
    matching
      .filter(({ form, field }) => lookups.mayUseField(session, form, field))
      .map(({ options }) => options),
    query,
  )
  if (!named) throw forbidden()
  const parent = typeof query.pidValue === 'string' && query.pidValue !== '' ? query.pidValue : null
  return linkEntries({ documents, store }, session, named, parent)
}

/** Choices of the level below an entry, or of the first one. */
export async function linkEntries(
  { documents, store }: { documents: Documents; store: Pick<RecordSource, 'linkLevel'> },
  session: Session,
  options: LinkDownOptions,
  parent: string | null,
): Promise<LinkEntry[]> {
  const found = lookupTable(documents, session, options.table)
  if (!found) throw badRequest('字典表不存在')
  return store.linkLevel(found.from, session, {
    ...options,
    parent,
    ...(parent === null && options.condition ? { where: options.condition } : {}),
    limit: MAX_OPTIONS,
  })
}

/** Fields that declare these columns as a linked dropdown. */
function declared(documents: Documents, query: LinkQuery) {
  const matching: { form: CompiledForm; field: string; options: LinkDownOptions }[] = []
  for (const { form } of documents.entries()) {
    for (const field of form?.fields ?? []) {
      if (!traitsOf(field.view).chain) continue
      const options = field.options as unknown as LinkDownOptions
      const same = (['table', 'txt', 'key', 'idField', 'pidField'] as const).every(
        (name) => options[name] === query[name],
      )
      if (same && form) matching.push({ form, field: field.name, options })
    }
  }
  return matching
}

/** The declaration that the caller means; several may differ in the condition of their first level. */
function wanted(matching: readonly LinkDownOptions[], query: LinkQuery): LinkDownOptions | null {
  const asked = typeof query.condition === 'string' ? query.condition : ''
  return matching.find((options) => JSON.stringify(options.condition ?? '') === asked) ?? matching[0] ?? null
}
