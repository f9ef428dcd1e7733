import type { FormDocument, Property } from '../../page/form.ts'
import { furtherLevels } from '../../widget/named-fields.ts'
import { type ChoiceOrigin, traitsOf } from '../../widget/traits.ts'
import { columnType } from '../column-type.ts'

/** Controls of these are nothing without the choices that they offer. */
const FROM_ELSEWHERE: ReadonlySet<ChoiceOrigin | undefined> = new Set(['dict', 'table', 'report'] as const)

/**
 * A copy of the document for drawing, in which fields are plain texts as long as what they point to is missing: an empty
 * list would keep everybody from entering a value. The stored column stays as it is, and so does what the server knows of
 * the field.
 */
export function plainDocument(document: FormDocument, unresolved: readonly string[]): FormDocument {
  if (unresolved.length === 0) return document
  const copy = structuredClone(document)
  for (const name of unresolved) makePlain(copy, name)
  return copy
}

function makePlain(document: FormDocument, name: string): void {
  const property = document.schema.properties[name]
  if (!property) return
  const before = columnType(name, property)
  showLevels(document, name, furtherLevels(property))
  delete property.dict
  // Values that stand in the property itself can still be offered.
  if (!FROM_ELSEWHERE.has(traitsOf(property.view).choices) || property.enum !== undefined) return
  delete property.options
  property.view = plainView(property)
  const after = columnType(name, property)
  if (before.sql !== after.sql)
    property.db = {
      ...property.db,
      type: before.type,
      ...(before.length === null ? {} : { length: before.length }),
      ...(before.scale === null ? {} : { scale: before.scale }),
    }
  for (const item of document.list?.query ?? [])
    if (typeof item !== 'string' && item.field === name && item.dict === undefined) {
      delete item.view
      delete item.options
    }
}

/** Levels that a linked dropdown would have drawn are entered one by one as long as it is a text. */
function showLevels({ schema }: FormDocument, first: string, levels: readonly string[]): void {
  for (const name of levels) {
    const level = name === first ? undefined : schema.properties[name]
    if (!level) continue
    delete level.form
    if (traitsOf(level.view).chain || traitsOf(level.view).hidden) level.view = plainView(level)
  }
}

/** The control for a value without choices. */
export function plainView({ type }: Pick<Property, 'type'>): string {
  return type === 'string' ? 'text' : 'number'
}
