import type { FormDocument, Property } from '../../page/form.ts'
import { columnType } from '../column-type.ts'

/** Controls that are nothing without the choices that they offer. */
const NEEDS_CHOICES: ReadonlySet<string> = new Set([
  'list',
  'radio',
  'checkbox',
  'list_multi',
  'sel_search',
  'sel_tree',
  'cat_tree',
  'link_down',
  'popup',
])

/**
 * Draws and judges a field as plain text while what it points to is missing: an empty list would keep everybody from
 * entering a value. Its column stays as it is.
 */
export function makePlain(document: FormDocument, name: string): void {
  const property = document.schema.properties[name]
  if (!property) return
  const before = columnType(name, property)
  delete property.dict
  // Values that stand in the property itself can still be offered.
  if (!NEEDS_CHOICES.has(property.view) || property.enum !== undefined) return
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

/** The control for a value without choices. */
export function plainView({ type }: Pick<Property, 'type'>): string {
  return type === 'string' ? 'text' : 'number'
}
