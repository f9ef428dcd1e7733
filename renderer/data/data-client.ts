import type { PageOf } from '#schemas/api/envelope.ts'
import type { ExportFormat, SubRowPlace } from '#schemas/api/export.ts'
import type { ListBoard, ListGroups } from '#schemas/api/figures.ts'
import type { UploadedFile } from '#schemas/api/file.ts'
import type { ListSettings } from '#schemas/api/list-view.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import type { EditPreview, SavedTable, SeenRow } from '#schemas/api/results.ts'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { QueryGroup } from '#schemas/page/advanced-query.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListUrl } from '#schemas/page/form.ts'
import type { Call, TransferCall } from './call.ts'
import type { PrintRows } from './print-rows.ts'
import type { StagedFiles } from './staged-files.ts'

export type { Call, TransferCall } from './call.ts'
export { RequestError } from './request-error.ts'

/** A call that changes records. */
export interface ChangeCall extends Call {
  /** Told by what name the change can be taken back, once it is made; a server that cannot do so tells none. */
  onDone?(operation: string): void
}

/** A call that stores a file. */
export interface UploadCall extends TransferCall {
  /** The file is a picture within a text, where a server may want the text to hold all of it. */
  inText?: boolean
}

/** A call that takes a file of rows in. */
export interface ImportCall extends TransferCall, ChangeCall {
  /** Names the request: a repeat of it imports nothing again. */
  key?: string
}

/** What came of a file of rows. */
export interface ImportOutcome {
  /** What the server says of it. */
  message: string
  kept: number
  refused: number
  /** The first mistakes: line in the file, counted from 1, and the sentence for it; a sheet where it is not that of the records. */
  mistakes: readonly { line: number; message: string; sheet?: string }[]
  /** The lines that were not kept, with the reasons. */
  rest?: { name: string; url: string }
}

/** Which rows of a list are wanted as a file, and what of them. */
export interface WantedFile {
  format: ExportFormat
  columns: readonly string[]
  /** Chosen rows; all of the query where absent. */
  ids?: readonly string[]
  /** Where rows of sub tables stand; left out where absent. */
  subRows?: SubRowPlace
}

/** A file that the server makes in the background: what it says of it. */
export interface OrderedFile {
  ordered: string
}

/** Rows to list: those of a form, or of a platform table that has a list of its own. */
export interface RowSource {
  /** Code of the form, or name of the platform table. */
  code: string
  platform?: true
  /** The field (`<form>.<field>`) that offers these rows as choices: they are open to whoever may use it. */
  offeredBy?: string
  /** Addresses that answer in place of the form's own calls, and the columns that are asked of them. */
  url?: ListUrl
  columns?: readonly string[]
  /** Fields that hold several values joined by commas. */
  several?: readonly string[]
  /** Fields that the query bar compares with one bound, not with both ends of a range. */
  bounded?: readonly string[]
}

/** A column by which rows are put in order. */
export interface SortBy {
  field: string
  descending: boolean
}

export interface ListQuery {
  pageNo?: number
  pageSize?: number
  /** Columns and directions, the first decides first; the document's own order when absent. */
  sort?: readonly SortBy[]
  /** Only rows that meet it; values are meant as they stand. */
  filter?: Condition
  /** Only rows that meet this as well, which the user built of the form's fields and of those of its sub tables (`<code>@<field>`). */
  advanced?: QueryGroup
  /** Tree forms: the roots, the children of the node named in the filter, or a flat search. */
  tree?: 'roots' | 'children' | 'search'
}

/** A list: its form, and the page on which it stands. */
export interface ListPlace {
  page: string
  form: string
}

/** All rows that a query means, as many as its user was told of. */
export interface Results {
  query: ListQuery
  count: number
}

/** Some rows of a query, or all of it where no keys are given. */
export interface ResultRows extends Results {
  ids?: readonly string[]
}

/** Rows that others deleted or changed since they were looked at, by their keys. */
export interface EditedMeanwhile {
  gone: readonly string[]
  changed: readonly string[]
}

/** What was edited in the table of a list: rows with the values that changed, those without `id` are new; and the keys of those that go. */
export interface TableChanges {
  rows: readonly Row[]
  removed: readonly string[]
}

/** One choice. `value` is what is stored. */
export interface Option {
  value: string | number
  text: string
  color?: string
  disabled?: boolean
  /** Linked dropdowns: identity of the row, to ask for its children. */
  id?: string
}

export interface OptionQuery {
  keyword?: string
  pageSize?: number
  /** Linked dropdown: identity of the chosen parent; absent on the first level. */
  parent?: string
}

export interface TreeNode {
  key: string
  value: string
  /** A second identity, where the source has one: the organisation code of a department. */
  code?: string
  title: string
  isLeaf: boolean
  children?: TreeNode[]
}

/** A node that a search found: `path` are the texts from the topmost one down to it. */
export interface TreeHit {
  value: string
  title: string
  path: readonly string[]
}

/** `drafts` asks for what the user typed into the form and did not save; a client that has none answers none. */
export interface RecordCall extends Call {
  drafts?: boolean
}

/**
 * `whole` asks for all levels below at once, in `children`, and `to` for those down to the nodes with these values; a source that
 * cannot do so answers one level.
 */
export interface TreeCall extends Call {
  whole?: boolean
  to?: readonly string[]
}

/** A record, the one above it now and then (`''` for none), and the sibling that it goes beside; last without one. */
export interface RowMove {
  id: string
  from: string
  parent: string
  before?: string
  after?: string
}

/** Whether a value fits a check rule of the platform. */
export interface RuleCheck {
  rule: string
  value: string
}

/** Whether another record has the value. */
export interface DuplicateCheck {
  /** Name of the form's table. */
  table: string
  field: string
  value: string
  /** Id of the record being edited, which may keep its own value. */
  id?: string
}

export type FieldCheck = DuplicateCheck | RuleCheck

/**
 * Everything a schema-driven page may ask of the outside world. Each question carries all that its answer depends on: a
 * client keeps nothing from one call to the next. Failures reject with RequestError.
 */
export interface DataClient {
  page(code: string, call?: Call): Promise<PageDefinition>
  list(source: RowSource, query: ListQuery, call?: Call): Promise<PageOf<Row>>
  /** What stands below the columns of a list, over all rows of the query, as one row. Absent where the server tells no totals. */
  totals?: ((source: RowSource, query: ListQuery, call?: Call) => Promise<Row>) | undefined
  /** How many rows of the query have which value of a field; of days and moments by their months. */
  groups?:
    | ((source: RowSource, query: ListQuery, field: string, call?: Call) => Promise<ListGroups>)
    | undefined
  /** The same, with the first rows of each group; how many is the size of the query's page. */
  board?:
    | ((source: RowSource, query: ListQuery, field: string, call?: Call) => Promise<ListBoard>)
    | undefined
  /** Whether an advanced query of these rows may hold groups of conditions within groups; they may not where it is absent. */
  nestsQueries?(source: RowSource): boolean
  /** A record with its sub rows under the sub tables' codes; asked for drafts, with those of this user in `_drafts`. */
  get(form: string, id: string, call?: RecordCall): Promise<Row>
  /** Children of a node; `''` asks for the roots. */
  tree(source: LookupSource, parent: string, call?: TreeCall): Promise<TreeNode[]>
  /** Nodes of all levels whose text holds the keyword, with the texts down to each; null where the server knows no paths. */
  searchTree?(source: LookupSource, keyword: string, call?: Call): Promise<TreeHit[] | null>
  /** Choices of a dictionary or table; `keyword` searches on the server. */
  options(source: LookupSource, query: OptionQuery, call?: Call): Promise<Option[]>
  /** Texts of stored values, in one call. */
  labels(source: LookupSource, values: readonly string[], call?: Call): Promise<Option[]>
  /** Inserts without `id`, updates with it; answers the id. A stale record rejects with status 409. */
  save(form: string, row: Row, call?: ChangeCall): Promise<string>
  remove(source: RowSource, ids: readonly string[], call?: ChangeCall): Promise<void>
  /** Removes all rows of a query at once; they are named by the query, so that none has to be loaded. Absent where the server cannot do so. */
  removeResults?: ((source: RowSource, results: Results, call?: ChangeCall) => Promise<void>) | undefined
  /** What would come of giving all these rows the same values, row by row; nothing is changed. Absent where the server cannot do so. */
  tryEditMany?:
    | ((source: RowSource, rows: ResultRows, values: Row, call?: Call) => Promise<EditPreview>)
    | undefined
  /** Gives rows the same values in one change; answers how many differ. Rejects with status 409 where some are not as they were seen: `detail` holds the keys (`EditedMeanwhile`). */
  editMany?:
    | ((source: RowSource, rows: readonly SeenRow[], values: Row, call?: ChangeCall) => Promise<number>)
    | undefined
  /**
   * Saves what was edited in the table of a list, all of it or nothing; answers the saved rows in the order of those that were sent. Rejects with
   * the errors of rows, and with status 409 where some are not as they were seen (`EditedMeanwhile`). Absent where the server cannot do so.
   */
  saveTable?:
    | ((source: RowSource, changes: TableChanges, call?: ChangeCall) => Promise<SavedTable>)
    | undefined
  /** Takes a change back, all of it or nothing; answers what is to be said about it. A change of many records takes a while: `onProgress` is told how far it is. */
  undo?(operation: string, call?: Call & { onProgress?: UndoProgress }): Promise<{ message: string }>
  /** Puts a record of a tree between siblings; offered where the client has it. A place that has changed meanwhile rejects with status 409. */
  move?(form: string, move: RowMove, call?: ChangeCall): Promise<void>
  /** Does what an action of the form says with the records; answers what is to be said about it. */
  act(
    form: string,
    action: string,
    ids: readonly string[],
    input?: Row,
    call?: ChangeCall,
  ): Promise<{ message?: string }>
  /** The reason the value is refused, or null when it may be kept. */
  check(question: FieldCheck, call?: Call): Promise<string | null>
  /** Next value of a serial-number rule. */
  fill(rule: string, row: Row, call?: Call): Promise<string>
  /** Keeps how this user set a list up, which comes back with its page; null: as the document has it. */
  keepListSettings?(place: ListPlace, settings: ListSettings | null, call?: Call): Promise<void>
  // Not every client takes and gives files: what needs one of these is offered only where the client has it.
  /** Stores a file for a field; the record keeps its path. Rows describe the files that they name in `_files`, by path. */
  upload?(form: string, field: string, file: Blob, call?: UploadCall): Promise<UploadedFile>
  /** Takes in the rows of a spreadsheet, judged as a save is. */
  importRows?(form: string, file: File, call?: ImportCall): Promise<ImportOutcome>
  /** Files of rows that are looked through and mended before they are taken in. */
  stagedFiles?: StagedFiles | undefined
  /** The empty file that rows are filled into. */
  importTemplate?(form: string, call?: Call): Promise<Blob>
  /** The rows of a list as a file, all pages of it; of many rows a server may make it in the background. */
  exportRows?(
    source: RowSource,
    query: ListQuery,
    wanted: WantedFile,
    call?: TransferCall,
  ): Promise<Blob | OrderedFile>
  /** Records of a list to be printed. Absent where the server has no such call. */
  printRows?: PrintRows<RowSource, ListQuery> | undefined
}

/** Told how many records of a large change are taken back so far. */
export type UndoProgress = (at: { done: number; total: number }) => void
