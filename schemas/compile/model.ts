import type { Condition } from '../page/condition.ts'
import type { DbType, Dict, DocumentRule, FormAction, FormDocument, Property } from '../page/form.ts'
import type { TotalKind } from '../page/form-words.ts'

/** Nothing of it can be changed, at any depth. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** A dictionary as a compiled field holds it: the document's own object. */
export type FieldDict = DeepReadonly<Dict>

/** One property, with everything that its document leaves to be derived already decided. */
export interface Field {
  /** Name in the document, JSON key on the wire and column name in the table. */
  name: string
  /** Stable identity; the name where the document gives none. */
  id: string
  /** As the document says it, one object with it: who mends a document addresses it by path. */
  property: DeepReadonly<Property>
  title: string
  /** Widget kind as the document names it (it may be unknown). */
  view: string
  options: Readonly<Record<string, unknown>>
  dict: FieldDict | null
  /**
   * Where the choices come from: the code of a kept dictionary, or `<form code>.<field>` for a table, inline entries and
   * kinds whose choices come from a table of their own. Also the key in PageDefinition.dicts.
   */
  dictKey: string | null
  /** Address that a value leads to where it is read. */
  href: string | null
  required: boolean
  /** Title of the field whose value this one may not be before or below. */
  bound?: string
  /** The field of the same record whose chosen row this one shows a column of, and where that row stands. */
  follows?: { field: string; table: string; value: string }
  readOnly: boolean
  inForm: boolean
  inList: boolean
  persist: boolean
  /** Kept by the platform itself: key, marks of who wrote it and when, version. */
  system: boolean
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

/** What of a field is needed to show its values: a computed list has no more of it. */
export type ShownField = Pick<Field, 'name' | 'title' | 'view' | 'options' | 'dict' | 'dictKey' | 'href'>

export interface ListColumn<F = ShownField> {
  field: F
  width: number | null
  sortable: boolean
  fixed: 'left' | 'right' | null
  align: 'left' | 'right' | 'center'
  /** What is told below it, over all rows of the query. */
  total?: TotalKind
}

/** A way in which the rows of a list are shown. */
export type ListLayout = TableLayout | BoardLayout | CalendarLayout | GalleryLayout

interface LayoutName {
  /** As the address names it. */
  key: string
  /** Its own name; that of the kind where absent. */
  title?: string
}
export interface TableLayout extends LayoutName {
  kind: 'table'
}
/** Cards in columns, one for each choice of a field. */
export interface BoardLayout extends LayoutName {
  kind: 'board'
  groupBy: Field
  label: Field
  fields: readonly Field[]
}
export interface CalendarLayout extends LayoutName {
  kind: 'calendar'
  start: Field
  end?: Field
  label: Field
}
export interface GalleryLayout extends LayoutName {
  kind: 'gallery'
  image: Field
  label: Field
  fields: readonly Field[]
}

export interface QueryItem {
  field: Field
  title: string
  mode: 'single' | 'like' | 'ne' | 'ge' | 'le' | 'group'
  /** Widget kind of the filter; may differ from the field's own. */
  view: string
  options: Readonly<Record<string, unknown>>
  dict: FieldDict | null
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
  /** Number that holds the place of a row; absent where rows are not put in order. */
  order?: string
  /** Rows of one line, for those who have not chosen otherwise. */
  compact?: true
  /** One row at a time is selected, not several. */
  selection?: 'radio'
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
  /** Columns of the details. */
  detailColumns: number
  /** As many columns as there is room for, instead of `columns`. */
  fit?: true
  /** The groups are steps, one after the other. */
  steps?: true
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

/** How rows of a store call the marks of who wrote them and when. */
export interface StampNames {
  createBy: string
  createTime: string
  updateBy: string
  updateTime: string
  orgCode: string
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
    columns: readonly ListColumn<Field>[]
    query: readonly QueryItem[]
    /** Order when the caller asks for none. */
    sort: readonly { field: string; descending: boolean }[]
    /** Field that holds the place of a record among its siblings; null where records have none of their own. */
    order: string | null
    pageSize: number
    pageSizes: readonly number[]
    paging: boolean
    checkbox: boolean
    /** Ways in which the rows are shown; absent where there is the table alone. */
    layouts?: readonly ListLayout[]
    /** Field by which the rows are grouped where the user says nothing. */
    groupBy?: string
    /** Built-in actions by code and the document's own, in the order of their buttons. */
    actions: readonly FormAction[]
  }
  /** Fields by which records are found from anywhere; absent where they are not. */
  search?: readonly string[]
  tree: { parent: string; hasChild: string; label: string; root: string } | null
  subTables: readonly SubTable[]
  rules: readonly DocumentRule[]
  /** Columns under control, and the row rules that can be granted. */
  permissions: {
    columns: readonly { field: string; control: 'visible' | 'editable' }[]
    rows: readonly { code: string; title: string; where: Condition }[]
    /** What users see who hold none of the row rules. */
    unruled: 'none' | 'all'
  }
  /** What its permission codes begin with: `<rights>:list`. */
  rights: string
  /** Name of the table; of computed rows the form's code. */
  tableName: string
  stamps: StampNames
  /** The form's own table; null where the rows are a platform table's or computed. */
  table: TableDefinition | null
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
