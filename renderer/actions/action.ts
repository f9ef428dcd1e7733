import type { FormUser } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { ACTION_ICONS, ACTION_PLACES } from '#schemas/page/action-words.ts'
import type { DataClient, Results, RowSource } from '../data/data-client.ts'
import type { ListedRows } from '../model/listed-rows.ts'

export type ActionPlaceName = (typeof ACTION_PLACES)[number]
export type ActionIcon = (typeof ACTION_ICONS)[number]

/** How a record is opened; a copy is a new record that begins with what another one holds. */
export type RecordMode = 'add' | 'copy' | 'edit' | 'detail'

/** What a screen lets its actions do. */
export interface ActionHost {
  /** Opens a record in its dialog; without an id a new one, which begins with `preset`. */
  open(mode: RecordMode, id?: string, preset?: Row): void
  /** Records are gone. */
  removed(ids: readonly string[]): void
  /** Present while all rows of the list's query are chosen. */
  results?: Results | null
  /** Asks for files of rows and takes them in. */
  takeIn?(): void
  /** Asks for values that all chosen records are to have. */
  editMany?(): void
  /** Asks what of the list is wanted as a file, and gives it out. */
  giveOut?(): void
  /** The rows that the screen lists, to be printed without being ticked; null where its query cannot be asked yet. */
  listed?(): ListedRows | null
  /** Records were changed: what is shown is loaded again. */
  changed(): void
}

/** Where an action is pressed. */
export interface ActionPlace {
  form: CompiledForm
  source: RowSource
  /** On the page and in the selection the ticked records, else the one record. */
  records: readonly Row[]
  /** All rows of the list's query, where those are chosen; then no records are given. */
  results?: Results | null
  client: DataClient
  user: FormUser
  host: ActionHost
  /** Shows how these records would be printed, by themselves or as those of a list that are chosen. */
  print(records: readonly Row[], as: 'record' | 'list'): void
  openPanel(name: string, title: string, records: readonly Row[]): void
  navigate(address: string): void
  /** What its user wrote, where the action asks for a text. */
  text?: string
  say: { success(text: string): void; warning(text: string): void }
  /** Says what was done, with a button that takes it back, where that can be done by the name given. */
  done(text: string, operation: string | null): void
}

/** What is asked before an action runs. */
export interface Question {
  title: string
  content?: string
  okText: string
}

/** A text that an action asks for before it runs. */
export interface AskedText {
  title: string
  required: boolean
  maxLength?: number | undefined
}

/** Something that can be done with a form's records. Built-in actions and those of documents are the same thing. */
export interface Action {
  code: string
  title: string
  icon?: ActionIcon
  /** The button that stands out. */
  primary?: boolean
  danger?: boolean
  at: readonly ActionPlaceName[]
  /** Codes that must be granted; its own by default. */
  needs?: readonly string[]
  /** The right that it uses, where that is another action's. */
  right?: string
  /** Only where records stand below records. */
  forTree?: boolean
  /** It can be done with all rows of a query; other actions of several records are not offered for them. */
  takesResults?: true
  /** Whether the records allow it, beyond the rights. */
  can(place: Pick<ActionPlace, 'form' | 'records' | 'user'>): boolean
  /** Asked first; null where nothing needs to be asked. */
  question?(place: Pick<ActionPlace, 'records' | 'results'>): Question | null
  /** Asked for after the question; the action runs with the text. */
  asks?(form: CompiledForm): AskedText
  /** Rejects with a RequestError that is shown. */
  run(place: ActionPlace): void | Promise<void>
}
