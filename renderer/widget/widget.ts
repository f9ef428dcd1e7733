import type { ComponentType } from 'react'
import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import type { Field, Row, ShownField, Stored } from '#schemas/compile/model.ts'
import type { OptionsOf, WidgetKind } from '#schemas/widget/index.ts'
import type { DataClient, Option } from '../data/data-client.ts'
import type { SlotProps } from './slot.ts'

/** Where a widget is drawn: *field* edits in a form, *cell* is in a grid, *filter* in a query bar, *display* reads. */
export type Surface = 'field' | 'cell' | 'filter' | 'display'

/** Translates between what the server stores and what the control edits. Pure, no React; never throws. */
export interface Codec<Value> {
  parse(stored: unknown): Value
  store(value: Value): Stored
}

export interface FieldProps<Options, Value> {
  /** DOM id; the label points to it. */
  id: string
  field: Field
  value: Value
  options: Options
  /** The whole record in its stored form, for widgets that depend on siblings. */
  row: Readonly<Row>
  disabled: boolean
  /** True while the field shows an error. */
  invalid: boolean
  /** `alsoSet` fills sibling fields (stored form) of the same row, as `popup` does with its destFields. */
  onChange(value: Value, alsoSet?: Row): void
  onBlur?(): void
}

export interface ReadProps<Options, Value> {
  field: ShownField
  value: Value
  options: Options
  /** What `display` says about the value; never empty, since a missing value is not drawn by its widget. */
  text: string
  /** There is room for all of it: in details, not in a list or on a card. */
  whole: boolean
  /** The whole record in its stored form. */
  row: Readonly<Row>
}

export type CardProps<Options, Value> = Pick<ReadProps<Options, Value>, 'field' | 'value' | 'options'>

/** What is known of the records that a value names. */
export interface ValueCards<Options, Value> {
  /** Drawn when a card opens, and not before: it may ask the server. */
  content: ComponentType<CardProps<Options, Value>>
  /** Whether there is a card; always, where it is absent. `whole` as in `ReadProps`. */
  isOffered?(options: Options, whole: boolean): boolean
}

/** A choice with the siblings (stored form) that it fills. */
export interface CellEntry extends Option {
  alsoSet?: Row
  /** What a cell says of the value, where that is not `text`. */
  shown?: string
}

/** How texts typed or pasted into a cell become values that only the source knows. */
export interface CellEntries {
  /**
   * The entries whose value or text is exactly one of `texts`; all cells of one paste are asked in one call. Absent: the
   * source of `labels` is asked for the values and searched for the texts.
   */
  find?(texts: readonly string[], field: Field, client: DataClient): Promise<readonly CellEntry[]>
  /** What the entries are called in a refusal; the column's title by default. */
  noun?: string
}

export type CellEditor = 'field' | 'text' | 'number' | 'list' | 'checkbox' | 'none'

export interface CellBinding<Options, Value> {
  /** Paints straight into the DOM, never HTML: a grid repaints far too often for React. `text` is the dictionary text where one is known. */
  paint(td: HTMLElement, value: Value, options: Options, text: string | null, row: Readonly<Row>): void
  /** Draws the cell with React, in place of `paint`: for what the host of a page draws. A few rows are in sight, never all. */
  part?: ComponentType<SlotProps>
  /** The control over the cell, where the one of forms needs more room. */
  field?: ComponentType<FieldProps<Options, Value>>
  /**
   * 'field' (the default) opens the widget's own field over the cell. 'list' offers the field's dictionary; 'checkbox'
   * toggles between the two `values` of the options (`Y` and `N` by default).
   */
  editor?: CellEditor | ((options: Options) => CellEditor)
  /**
   * Value of a text typed or pasted from a spreadsheet; `undefined` when it means nothing here. Absent: a dictionary
   * text becomes its value, any other text goes through the codec.
   */
  fromText?(text: string, options: Options): Value | undefined
  /** The digits that a number typed or pasted as it is read means (`12.5%` is 0.125); what is no such number stays as it is. */
  digits?(text: string, options: Options): string
  /** Source to ask for the texts of stored values, where the field has no dictionary of its own. */
  labels?(field: Field): ChoiceSource | null
  /** For cells that take texts of a source; every cell with `labels` does so without saying. */
  entries?: CellEntries
  /** Texts that the widget itself knows (areas), by stored value; asked for values that came without a text. */
  loadTexts?(values: readonly string[], options: Options): Promise<ReadonlyMap<string, string>>
}

/** What the author of a widget writes. Every type follows from `kind`. */
export interface WidgetSpec<K extends WidgetKind, Value, Options = OptionsOf<K>> {
  kind: K
  codec: Codec<Value>
  field?: ComponentType<FieldProps<Options, Value>>
  cell?: CellBinding<Options, Value>
  filter?: ComponentType<FieldProps<Options, Value>>
  /** Narrowest column of a list that shows a value, px; 120 by default. */
  listWidth?: number
  /** Text of a value; `text` is the dictionary text that came with the row, where there is one. */
  display?(value: Value, options: Options, text: string | null): string
  /** Text of a sum or average of values, to be read; that of `display` by default. */
  total?(value: Value, options: Options): string
  /** How the value is drawn where it is read (list, details, card); its text by default. Copies and exports take the text. */
  read?: ComponentType<ReadProps<Options, Value>>
  /** A card beside the value where it is read. */
  card?: ValueCards<Options, Value>
  /** Names a schema may use on a surface, where they differ from `kind`. */
  names?: { readonly [S in Surface]?: readonly string[] }
}

/** A registered widget: as its spec, with value and options erased for the renderer. */
export interface Widget<K extends WidgetKind = WidgetKind> {
  readonly kind: K
  readonly codec: Codec<unknown>
  readonly field?: ComponentType<FieldProps<Readonly<Record<string, unknown>>, unknown>>
  readonly cell?: CellBinding<Readonly<Record<string, unknown>>, unknown>
  readonly filter?: ComponentType<FieldProps<Readonly<Record<string, unknown>>, unknown>>
  readonly listWidth?: number
  readonly display?: (
    value: unknown,
    options: Readonly<Record<string, unknown>>,
    text: string | null,
  ) => string
  readonly total?: (value: unknown, options: Readonly<Record<string, unknown>>) => string
  readonly read?: ComponentType<ReadProps<Readonly<Record<string, unknown>>, unknown>>
  readonly card?: ValueCards<Readonly<Record<string, unknown>>, unknown>
  readonly names: { readonly [S in Surface]?: readonly string[] }
}

/** Checks a widget against the options its kind accepts, then erases the types (the only cast of the registry). */
export function defineWidget<K extends WidgetKind, Value>(spec: WidgetSpec<K, Value>): Widget<K> {
  return { names: {}, ...spec } as unknown as Widget<K>
}
