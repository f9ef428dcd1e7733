import type { DocumentRule, FormDocument, Property } from '../page/form.ts'
import { isOrderType } from '../page/form-words.ts'
import { valueRule } from '../rules/valid-type.ts'
import { traitsOf } from '../widget/traits.ts'
import { rightsPrefix } from './action-code.ts'
import { alignment } from './alignment.ts'
import { canGroup } from './can-group.ts'
import { searchFields } from './can-search.ts'
import { canTotal } from './can-total.ts'
import { columnType } from './column-type.ts'
import { formModel } from './form-model.ts'
import { listLayouts } from './list-layouts.ts'
import type { CompiledForm, Field, FieldDict, FormType, ListColumn, QueryItem } from './model.ts'
import { offeredActions } from './offered-actions.ts'
import { isSystemColumn, stampNames } from './system-columns.ts'
import { tableDefinition } from './table-definition.ts'

/** Sizes of generated list pages. */
const PAGE_SIZES = [50, 100, 150] as const
const DEFAULT_PAGE_SIZE = 50

/** Decides everything that a sound document leaves open. Pure: the same document gives the same bytes. */
export function compileForm(document: FormDocument): CompiledForm {
  const required = new Set(document.schema.required)
  const fields = orderedProperties(document).map(([name, property]) =>
    createField(document, name, property, required),
  )
  const byName = new Map(fields.map((field) => [field.name, field]))
  const columns = listColumns(document, fields, byName)
  const listed = new Set(columns.map(({ field }) => field.name))
  for (const field of fields) field.inList = listed.has(field.name)

  const list = document.list ?? {}
  const pageSize = list.pageSize ?? DEFAULT_PAGE_SIZE
  const sort = sortOrder(document, byName)
  const layouts = listLayouts(document, byName, columns)
  const search = searchFields(document, byName)
  const groupBy = fields.find((field) => field.name === list.groupBy && canGroup(field))
  const subTables = (document.subTables ?? []).map((sub) => ({
    code: sub.code,
    title: sub.title ?? '',
    foreignKey: sub.foreignKey,
    mainField: sub.mainField ?? 'id',
    relation: sub.relation,
    minRows: sub.minRows ?? 0,
    ...(sub.order === undefined ? {} : { order: sub.order }),
    ...(sub.compact ? { compact: true as const } : {}),
    ...(sub.selection === 'radio' ? { selection: sub.selection } : {}),
  }))
  return {
    code: document.code,
    title: document.title,
    type: formType(document),
    document,
    fields,
    form: formModel(document, fields, subTables.length > 0),
    list: {
      columns,
      query: queryItems(document, byName),
      sort,
      order: orderField(document, byName),
      pageSize,
      pageSizes: [...new Set([pageSize, ...PAGE_SIZES])].sort((a, b) => a - b),
      paging: list.paging ?? true,
      checkbox: list.checkbox ?? true,
      actions: offeredActions(document),
      ...(layouts ? { layouts } : {}),
      ...(groupBy ? { groupBy: groupBy.name } : {}),
    },
    ...(search.length > 0 ? { search } : {}),
    tree: document.tree
      ? {
          parent: document.tree.parent,
          hasChild: document.tree.hasChild ?? 'has_child',
          label: document.tree.label,
          root: document.tree.root ?? '0',
        }
      : null,
    subTables,
    rules: (document.rules ?? []) as readonly DocumentRule[],
    permissions: {
      columns: document.permissions?.columns ?? [],
      rows: document.permissions?.rows ?? [],
      unruled: document.permissions?.unruled ?? 'none',
    },
    rights: rightsPrefix(document),
    tableName: tableName(document),
    stamps: stampNames(document),
    table: document.store ? null : tableDefinition(document, fields, sort),
  }
}

/** Properties by `order`; those without one follow as written. */
function orderedProperties(document: FormDocument): [string, Property][] {
  const place = (property: Property) => property.order ?? Number.POSITIVE_INFINITY
  return Object.entries(document.schema.properties).sort(([, a], [, b]) => {
    const [left, right] = [place(a), place(b)]
    return left === right ? 0 : left - right
  })
}

function createField(
  document: FormDocument,
  name: string,
  property: Property,
  required: ReadonlySet<string>,
): Field {
  const system = isSystemColumn(name, document)
  const numbered = property.defaultFrom !== undefined && 'fillRule' in property.defaultFrom
  const dict = property.dict ?? null
  return {
    name,
    id: property.id ?? name,
    property,
    title: property.title || name,
    view: property.view,
    options: property.options ?? {},
    dict,
    dictKey: dictKey(document.code, name, property.view, dict),
    href: property.href ?? null,
    // What the platform or the server fills cannot be asked of the user.
    required: (required.has(name) || asksForValue(property)) && !system && !numbered,
    ...boundOf(document, property),
    ...followedBy(document, property),
    readOnly: property.readOnly === true || system || numbered,
    inForm: system ? property.form === true : property.form !== false,
    inList: false,
    persist: system || (property.db?.persist !== false && !traitsOf(property.view).follows),
    system,
    column: columnType(name, property, document),
  }
}

/** Title of the field that `notBefore` names. */
function boundOf({ schema }: FormDocument, { notBefore }: Property): { bound?: string } {
  if (notBefore === undefined || !Object.hasOwn(schema.properties, notBefore)) return {}
  return { bound: schema.properties[notBefore]?.title || notBefore }
}

/** The field that this one follows, where it names one that chooses rows of a table. */
function followedBy(
  { schema }: FormDocument,
  { view, options = {} }: Property,
): Pick<Field, 'follows'> | undefined {
  const { follows } = traitsOf(view)
  const name = follows === undefined ? undefined : options[follows]
  if (typeof name !== 'string' || !Object.hasOwn(schema.properties, name)) return undefined
  const link = schema.properties[name]
  const chosen = link && traitsOf(link.view).table?.(link.options ?? {})
  return chosen?.table ? { follows: { field: name, table: chosen.table, value: chosen.value } } : undefined
}

function asksForValue({ validType }: Property): boolean {
  return validType !== undefined && valueRule(validType)?.asksForValue === true
}

function dictKey(code: string, name: string, view: string, dict: FieldDict | null): string | null {
  if (typeof dict === 'string') return dict
  return dict !== null || traitsOf(view).choices === 'table' ? `${code}.${name}` : null
}

function formType(document: FormDocument): FormType {
  if (document.tree) return 'tree'
  return document.subTables?.length ? 'main' : 'single'
}

type DocumentListColumn = NonNullable<NonNullable<FormDocument['list']>['columns']>[number]

function listColumns(
  document: FormDocument,
  fields: readonly Field[],
  byName: ReadonlyMap<string, Field>,
): ListColumn<Field>[] {
  const named = document.list?.columns
  const entries: Exclude<DocumentListColumn, string>[] = named
    ? named.map((entry) => (typeof entry === 'string' ? { field: entry } : entry))
    : fields.filter(isListedByDefault).map((field) => ({ field: field.name }))
  const seen = new Set<string>()
  return entries.flatMap((entry) => {
    const field = byName.get(entry.field)
    // Also where the document names it: a column of masks says nothing, and an export would carry them.
    if (!field || seen.has(field.name) || traitsOf(field.view).secret) return []
    seen.add(field.name)
    return {
      field,
      width: entry.width ?? field.property.width ?? null,
      sortable: field.persist && field.column.type !== 'Blob' && (entry.sortable ?? true),
      fixed: entry.fixed ?? null,
      align: alignment(field),
      ...(entry.total && canTotal(field, entry.total) ? { total: entry.total } : {}),
    }
  })
}

function isListedByDefault(field: Field): boolean {
  const { hidden, secret, longText } = traitsOf(field.view)
  return (
    field.inForm &&
    field.persist &&
    !field.system &&
    !hidden &&
    !secret &&
    !longText &&
    field.column.type !== 'Blob'
  )
}

type DocumentQueryItem = NonNullable<NonNullable<FormDocument['list']>['query']>[number]

function queryItems(document: FormDocument, byName: ReadonlyMap<string, Field>): QueryItem[] {
  const items = new Map<string, QueryItem>()
  for (const entry of document.list?.query ?? []) {
    const item = queryItem(document, entry, byName)
    // What is not stored cannot be searched; what is secret must not be guessed by searching.
    if (item?.field.persist && !traitsOf(item.field.view).secret && !items.has(item.field.name))
      items.set(item.field.name, item)
  }
  return [...items.values()]
}

/** How a field is searched where the document says nothing of it. */
export function filterOf({ document }: CompiledForm, field: Field): QueryItem {
  return itemOf(document, { field: field.name }, field)
}

function queryItem(
  document: FormDocument,
  item: DocumentQueryItem,
  byName: ReadonlyMap<string, Field>,
): QueryItem | null {
  const entry = typeof item === 'string' ? { field: item } : item
  const field = byName.get(entry.field)
  return field ? itemOf(document, entry, field) : null
}

function itemOf(document: FormDocument, entry: Exclude<DocumentQueryItem, string>, field: Field): QueryItem {
  const own = entry.view === undefined && entry.dict === undefined
  const view = entry.view ?? traitsOf(field.view).filterAs ?? field.view
  const dict = entry.dict ?? (own || field.view === view || takesDict(view) ? field.dict : null)
  return {
    field,
    title: entry.title ?? field.title,
    mode: entry.mode ?? filterMode(field, view, dict),
    view,
    options: entry.options ?? (own && view === field.view ? field.options : {}),
    dict,
    // An overriding dictionary has a key of its own, or its options would be mistaken for the field's.
    dictKey:
      entry.dict === undefined
        ? dictKey(document.code, field.name, field.view, dict)
        : dictKey(document.code, `${field.name}?query`, '', dict),
    initial: entry.default ?? null,
    required: entry.required ?? false,
  }
}

/** Whether another control than the field's own offers the field's choices; a line of text is typed freely. */
function takesDict(view: string): boolean {
  const { choices = 'dict', plainText } = traitsOf(view)
  return choices === 'dict' && !plainText
}

function filterMode(field: Field, view: string, dict: FieldDict | null): QueryItem['mode'] {
  if (field.column.type === 'Date' || field.column.type === 'Datetime') return 'group'
  return traitsOf(view).plainText && dict === null && field.property.type === 'string' ? 'like' : 'single'
}

/** Name of the table behind a document; of computed rows the code. */
function tableName({ store, table, code }: FormDocument): string {
  return (store && 'table' in store ? store.table : table) ?? code
}

/** The field by which siblings of a tree are put in order by hand. */
function orderField({ list, tree, store }: FormDocument, byName: ReadonlyMap<string, Field>): string | null {
  if (!list?.order || !tree || (store && 'source' in store)) return null
  const field = byName.get(list.order)
  return field?.persist && isOrderType(field.property.type) ? field.name : null
}

function sortOrder(
  document: FormDocument,
  byName: ReadonlyMap<string, Field>,
): { field: string; descending: boolean }[] {
  const byHand = orderField(document, byName)
  const order = [byHand ?? '', ...(document.list?.sort ?? '').split(',')].flatMap((part, at, parts) => {
    if (at > 0 && part.trim().split(/\s+/)[0] === parts[0]) return []
    const [field = '', direction = 'asc'] = part.trim().split(/\s+/)
    const known = isSystemColumn(field, document) || byName.get(field)?.persist === true
    return known ? [{ field, descending: direction.toLowerCase() === 'desc' }] : []
  })
  if (order.length > 0 || (document.store && 'source' in document.store)) return order
  return [{ field: stampNames(document).createTime, descending: true }]
}
