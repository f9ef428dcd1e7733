import type { Dict, FormDocument, ListAction } from '../page/form.ts'
import { columnTypeOf } from './column-type.ts'
import type {
  CompiledForm,
  Field,
  FormGroup,
  FormModel,
  FormType,
  ListColumn,
  QueryItem,
  SubTable,
  TableColumn,
  TableDefinition,
  TableIndex,
} from './model.ts'
import { isSystemColumn, SYSTEM_COLUMNS } from './system-columns.ts'

/** Widgets whose texts come from a source of their own, found through the property itself. */
const OWN_SOURCE_VIEWS = new Set(['sel_tree', 'link_down', 'cat_tree', 'sel_search'])
const WIDE_VIEWS = new Set(['textarea', 'umeditor', 'markdown'])
const NUMBER_TYPES = new Set(['int', 'long', 'double', 'BigDecimal'])
/** What a query item asks with when the field's own widget makes no sense as a filter (as JeecgBoot does). */
const FILTER_VIEWS: Readonly<Record<string, string>> = {
  password: 'text',
  file: 'text',
  image: 'text',
  textarea: 'text',
  umeditor: 'text',
  markdown: 'text',
  number: 'text',
  checkbox: 'list_multi',
  radio: 'list',
  hidden: 'text',
}
const DEFAULT_ACTIONS: readonly ListAction[] = ['add', 'edit', 'detail', 'delete', 'batch_delete']
/** Page size of generated lists and its choices. */
const LIST_PAGE_SIZE = 50
const LIST_PAGE_SIZES = [50, 100, 150]
/** px: a form of one or two columns, a form with sub tables, and what each further column adds. */
const FORM_WIDTH = 800
const MAIN_FORM_WIDTH = 1100
const COLUMN_WIDTH = 200

/** Derives everything that follows from a form document. Pure: the same document gives the same result. */
export function compileForm(document: FormDocument): CompiledForm {
  const fields = compileFields(document)
  const byName = new Map(fields.map((field) => [field.name, field]))
  const subTables = compileSubTables(document)
  return {
    code: document.code,
    title: document.title,
    type: typeOf(document),
    document,
    fields,
    form: compileFormModel(document, fields, byName, subTables.length > 0),
    list: {
      columns: compileListColumns(document, fields, byName),
      query: compileQuery(document, byName),
      sort: parseSort(document.list?.sort ?? 'create_time desc', byName),
      pageSize: document.list?.pageSize ?? LIST_PAGE_SIZE,
      pageSizes: pageSizes(document.list?.pageSize ?? LIST_PAGE_SIZE),
      paging: document.list?.paging ?? true,
      checkbox: document.list?.checkbox ?? true,
      actions: document.list?.actions ?? DEFAULT_ACTIONS,
    },
    tree: document.tree
      ? {
          parent: document.tree.parent,
          hasChild: document.tree.hasChild ?? 'has_child',
          label: document.tree.label,
          root: document.tree.root ?? '0',
        }
      : null,
    subTables,
    rules: document.rules ?? [],
    permissions: { columns: document.permissions?.columns ?? [], rows: document.permissions?.rows ?? [] },
    table: compileTable(document, fields),
  }
}

/** `form code.field`: under this key the server finds the dictionary that stands in a document. */
export function ownDictKey(code: string, field: string): string {
  return `${code}.${field}`
}

function typeOf(document: FormDocument): FormType {
  if (document.tree) return 'tree'
  return document.subTables?.length ? 'main' : 'single'
}

function compileFields(document: FormDocument): Field[] {
  const required = new Set(document.schema.required ?? [])
  const inList = new Set(listedNames(document))
  return Object.entries(document.schema.properties)
    .map(([name, property], position) => ({ name, property, position }))
    .sort(
      (a, b) =>
        (a.property.order ?? a.position) - (b.property.order ?? b.position) || a.position - b.position,
    )
    .map(({ name, property }) => {
      const system = isSystemColumn(name)
      return {
        name,
        id: property.id ?? name,
        property,
        title: property.title,
        view: property.view,
        options: property.options ?? {},
        dict: property.dict ?? null,
        dictKey: dictKeyOf(document.code, name, property.view, property.dict),
        required: required.has(name) && !system,
        readOnly: property.readOnly === true || system,
        inForm: (property.form ?? !system) && property.view !== 'hidden',
        inList: inList.has(name),
        persist: property.db?.persist !== false,
        column: columnTypeOf(property),
      }
    })
}

function dictKeyOf(code: string, name: string, view: string, dict: Dict | undefined): string | null {
  if (typeof dict === 'string') return dict
  if (dict !== undefined || OWN_SOURCE_VIEWS.has(view)) return ownDictKey(code, name)
  return null
}

function listedNames(document: FormDocument): string[] {
  const columns = document.list?.columns
  if (columns) return columns.map((column) => (typeof column === 'string' ? column : column.field))
  // Without a list of its own every visible field is a column.
  return Object.entries(document.schema.properties)
    .filter(
      ([name, property]) =>
        !isSystemColumn(name) && property.view !== 'hidden' && property.view !== 'password',
    )
    .map(([name]) => name)
}

function compileListColumns(
  document: FormDocument,
  fields: readonly Field[],
  byName: Map<string, Field>,
): ListColumn[] {
  const declared = document.list?.columns ?? fields.filter((field) => field.inList).map((field) => field.name)
  return declared.flatMap((entry) => {
    const column = typeof entry === 'string' ? { field: entry } : entry
    const field = byName.get(column.field)
    if (!field) return []
    return [
      {
        field,
        width: column.width ?? field.property.width ?? null,
        sortable:
          column.sortable ?? (field.persist && field.column.type !== 'Text' && field.column.type !== 'Blob'),
        fixed: column.fixed ?? null,
        align: alignOf(field),
      },
    ]
  })
}

function alignOf(field: Field): ListColumn['align'] {
  return NUMBER_TYPES.has(field.column.type) && field.dictKey === null && field.view !== 'switch'
    ? 'right'
    : 'left'
}

function compileQuery(document: FormDocument, byName: Map<string, Field>): QueryItem[] {
  return (document.list?.query ?? []).flatMap((entry) => {
    const item = typeof entry === 'string' ? { field: entry } : entry
    const field = byName.get(item.field)
    if (!field?.persist) return []
    const own = item.view !== undefined || item.dict !== undefined || item.options !== undefined
    const view = item.view ?? FILTER_VIEWS[field.view] ?? field.view
    return [
      {
        field,
        title: item.title ?? field.title,
        mode: item.mode ?? (view === 'text' && field.column.type === 'string' ? 'like' : 'single'),
        view,
        options: item.options ?? (own ? {} : field.options),
        dict: item.dict ?? field.dict,
        dictKey:
          item.dict === undefined ? field.dictKey : dictKeyOf(document.code, field.name, view, item.dict),
        initial: item.default ?? null,
        required: item.required ?? false,
      },
    ]
  })
}

function parseSort(text: string, byName: Map<string, Field>): { field: string; descending: boolean }[] {
  return text
    .split(',')
    .map((part) => part.trim().split(/\s+/))
    .filter(([field]) => field && (byName.has(field) || isSystemColumn(field)))
    .map(([field = '', direction]) => ({ field, descending: direction?.toLowerCase() === 'desc' }))
}

function pageSizes(size: number): number[] {
  return LIST_PAGE_SIZES.includes(size) ? LIST_PAGE_SIZES : [size, ...LIST_PAGE_SIZES].sort((a, b) => a - b)
}

function compileSubTables(document: FormDocument): SubTable[] {
  return (document.subTables ?? []).map((sub) => ({
    code: sub.code,
    title: sub.title ?? sub.code,
    foreignKey: sub.foreignKey,
    mainField: sub.mainField ?? 'id',
    relation: sub.relation,
    minRows: sub.minRows ?? 0,
  }))
}

function compileFormModel(
  document: FormDocument,
  fields: readonly Field[],
  byName: Map<string, Field>,
  hasSubTables: boolean,
): FormModel {
  const shown = fields.filter((field) => field.inForm)
  const columns = toColumns(document.layout?.columns)
  const properties = Object.fromEntries(shown.map((field) => [field.name, rjsfProperty(field)]))
  const uiSchema: Record<string, unknown> = { 'ui:order': shown.map((field) => field.name) }
  for (const field of shown) {
    uiSchema[field.name] = { 'ui:field': 'bridge', 'ui:options': { wide: isWide(field) } }
  }
  return {
    schema: {
      type: 'object',
      title: document.title,
      required: shown.filter((field) => field.required).map((field) => field.name),
      properties,
    },
    uiSchema,
    groups: compileGroups(document, shown, byName),
    columns,
    width:
      document.layout?.width ?? (hasSubTables ? MAIN_FORM_WIDTH : FORM_WIDTH) + COLUMN_WIDTH * (columns - 1),
    fullscreen: document.layout?.fullscreen ?? false,
  }
}

function toColumns(columns: number | undefined): FormModel['columns'] {
  return columns === 2 || columns === 3 || columns === 4 ? columns : 1
}

/** A field that takes a whole row of the form. */
export function isWide(field: Field): boolean {
  return field.property.wide ?? WIDE_VIEWS.has(field.view)
}

function rjsfProperty(field: Field): Record<string, unknown> {
  const { type, title, description, maxLength, minLength, pattern, minimum, maximum } = field.property
  return withoutUndefined({ type, title, description, maxLength, minLength, pattern, minimum, maximum })
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function compileGroups(
  document: FormDocument,
  shown: readonly Field[],
  byName: Map<string, Field>,
): FormGroup[] {
  const declared = document.layout?.groups ?? []
  const taken = new Set<string>()
  const groups = declared.map((group) => ({
    title: group.title,
    tab: group.tab ?? false,
    fields: group.fields.flatMap((name) => {
      const field = byName.get(name)
      if (!field?.inForm || taken.has(name)) return []
      taken.add(name)
      return [field]
    }),
  }))
  const rest = shown.filter((field) => !taken.has(field.name))
  return rest.length > 0 || groups.length === 0
    ? [{ title: null, tab: false, fields: rest }, ...groups]
    : groups
}

function compileTable(document: FormDocument, fields: readonly Field[]): TableDefinition {
  const name = document.table ?? document.code
  const own: TableColumn[] = fields
    .filter((field) => field.persist && !isSystemColumn(field.name))
    .map((field) => ({
      name: field.name,
      id: field.id,
      sql: field.column.sql,
      nullable: true,
      title: field.title,
    }))
  // A tree keeps parent and has-child even where no field shows them.
  for (const extra of document.tree ? [document.tree.parent, document.tree.hasChild ?? 'has_child'] : []) {
    if (!own.some((column) => column.name === extra))
      own.push({
        name: extra,
        id: extra,
        sql: extra === document.tree?.parent ? 'varchar(36)' : 'varchar(3)',
        nullable: true,
        title: extra === document.tree?.parent ? '父级节点' : '是否有子节点',
      })
  }
  return {
    name,
    title: document.title,
    columns: [...SYSTEM_COLUMNS, ...own],
    indexes: compileIndexes(document, name, fields),
  }
}

function compileIndexes(document: FormDocument, table: string, fields: readonly Field[]): TableIndex[] {
  const persisted = new Set(fields.filter((field) => field.persist).map((field) => field.name))
  const indexes: TableIndex[] = [
    {
      name: indexName(table, ['_tenant', 'create_time']),
      columns: ['_tenant', 'create_time'],
      unique: false,
    },
  ]
  if (document.tree)
    indexes.push({
      name: indexName(table, ['_tenant', document.tree.parent]),
      columns: ['_tenant', document.tree.parent],
      unique: false,
    })
  for (const field of fields) {
    if (field.property.unique && field.persist && !isSystemColumn(field.name))
      indexes.push({
        name: indexName(table, [field.name], 'uq'),
        columns: ['_tenant', field.name],
        unique: true,
      })
  }
  for (const index of document.indexes ?? []) {
    if (!index.columns.every((column) => persisted.has(column) || isSystemColumn(column))) continue
    const unique = index.unique ?? false
    // Records are unique within their tenant; a lookup always knows the tenant.
    indexes.push({
      name: indexName(table, index.name ? [index.name] : index.columns, unique ? 'uq' : 'ix'),
      columns: ['_tenant', ...index.columns.filter((column) => column !== '_tenant')],
      unique,
    })
  }
  const seen = new Set<string>()
  return indexes.filter((index) => !seen.has(index.name) && seen.add(index.name))
}

/** PostgreSQL cuts names at 63 bytes: a long one keeps its head and a hash of the whole. */
function indexName(table: string, columns: readonly string[], prefix = 'ix'): string {
  const name = [prefix, table, ...columns].join('_')
  return name.length <= 63 ? name : `${name.slice(0, 54)}_${hash(name)}`
}

/** FNV-1a, 32 bits, as 8 hex digits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    value ^= text.charCodeAt(at)
    value = Math.imul(value, 0x01000193)
  }
  return (value >>> 0).toString(16).padStart(8, '0')
}
