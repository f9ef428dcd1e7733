import type { Condition } from '../page/condition.ts'
import type { DbType, Dict, DocumentRule, FormDocument, ListAction, Property } from '../page/form.ts'

/** One property, with everything that its document leaves to be derived already decided. */
export interface Field {
  /** Name in the document, JSON key on the wire and column name in the table. */
  name: string
  /** Stable identity; the name where the document gives none. */
  id: string
  property: Property
  title: string
  /** Widget kind as the document names it (it may be unknown). */
  view: string
  options: Readonly<Record<string, unknown>>
  dict: Dict | null
  /**
   * Where the choices come from: the code of a kept dictionary, or `<form code>.<field>` for a table, inline entries and
   * kinds whose choices come from a table of their own. Also the key in PageDefinition.dicts.
   */
  dictKey: string | null
  required: boolean
  readOnly: boolean
  inForm: boolean
  inList: boolean
  persist: boolean
  column: ColumnType
}

/** How a value is stored. `length` in characters or digits. */
export interface ColumnType {
  type: DbType
  length: number | null
  scale: number | null
  /** The PostgreSQL type, e.g. `varchar(100)`. */
  sql: string
}

export interface ListColumn {
  field: Field
  width: number | null
  sortable: boolean
  fixed: 'left' | 'right' | null
  align: 'left' | 'right' | 'center'
}

export interface QueryItem {
  field: Field
  title: string
  mode: 'single' | 'like' | 'group'
  /** Widget kind of the filter; may differ from the field's own. */
  view: string
  options: Readonly<Record<string, unknown>>
  dict: Dict | null
  /** As Field.dictKey; `<form code>.<field>?query` where the query item has a table or entries of its own. */
  dictKey: string | null
  initial: string | number | boolean | null
  required: boolean
}

export interface SubTable {
  code: string
  title: string
  foreignKey: string
  mainField: string
  relation: 'many' | 'one'
  minRows: number
}

/** A heading or a tab with its fields, in order. The first group has no title when fields stand in no group. */
export interface FormGroup {
  title: string | null
  tab: boolean
  fields: readonly Field[]
}

export interface FormModel {
  /** JSON Schema for @rjsf/core: form fields only, in order. */
  schema: Readonly<Record<string, unknown>>
  uiSchema: Readonly<Record<string, unknown>>
  groups: readonly FormGroup[]
  columns: 1 | 2 | 3 | 4
  /** px; decided from columns and sub tables where the document is silent. */
  width: number
  fullscreen: boolean
}

export interface TableColumn {
  name: string
  /** Stable field id, so that a rename is told from drop and add. */
  id: string
  sql: string
  nullable: boolean
  title: string
}

export interface TableIndex {
  name: string
  columns: readonly string[]
  unique: boolean
}

/** The stored table. System columns (schemas/compile/system-columns.ts) stand first. */
export interface TableDefinition {
  name: string
  title: string
  columns: readonly TableColumn[]
  indexes: readonly TableIndex[]
}

export type FormType = 'single' | 'main' | 'tree'

/** Everything that follows from a form document. Pure data: the same document always gives the same bytes. */
export interface CompiledForm {
  code: string
  title: string
  type: FormType
  document: FormDocument
  fields: readonly Field[]
  form: FormModel
  list: {
    columns: readonly ListColumn[]
    query: readonly QueryItem[]
    /** Order when the caller asks for none. */
    sort: readonly { field: string; descending: boolean }[]
    pageSize: number
    pageSizes: readonly number[]
    paging: boolean
    checkbox: boolean
    actions: readonly ListAction[]
  }
  tree: { parent: string; hasChild: string; label: string; root: string } | null
  subTables: readonly SubTable[]
  rules: readonly DocumentRule[]
  /** Columns under control, and the row rules that can be granted. */
  permissions: {
    columns: readonly { field: string; control: 'visible' | 'editable' }[]
    rows: readonly { code: string; title: string; where: Condition }[]
  }
  table: TableDefinition
}

/** A record: column name → stored value, as on the wire. */
export type Stored = string | number | boolean | null
export type Row = { [column: string]: unknown }

/** One reason why a row is refused. `row` counts from 0 in a sub table. */
export interface RowError {
  field: string
  message: string
  subTable?: string
  row?: number
}

/** What is wrong with a document, and where. `path` is a JSON pointer; line and column count from 1. */
export interface Problem {
  severity: 'error' | 'warning'
  /** True when the document cannot be used at all; false when only a part of it is spoilt. */
  fatal: boolean
  code: string
  path: string
  message: string
  suggestion?: string
  line?: number
  column?: number
}
