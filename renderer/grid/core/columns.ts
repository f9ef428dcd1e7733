import type { ComponentType } from 'react'
import { alignment } from '#schemas/compile/alignment.ts'
import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { isPlainValue } from '#schemas/compile/odd-values.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { t } from '#schemas/text/text.ts'
import { onOffOptions } from '#schemas/widget/on-off.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { plainText } from '../../widget/plain-text.ts'
import type { WidgetRegistry } from '../../widget/registry.ts'
import type { SlotProps } from '../../widget/slot.ts'
import type { CellEditor, Widget } from '../../widget/widget.ts'
import { attempt } from './features/attempt.ts'
import { type TextResolver, textResolver } from './resolve-texts.ts'

/** One column of the grid, decided once per document: nothing here is looked up per row. */
export interface GridColumn {
  field: Field
  name: string
  title: string
  view: string
  /** What the document asks for, px. */
  width: number | null
  align: 'left' | 'right' | 'center'
  required: boolean
  readOnly: boolean
  unique: boolean
  editor: CellEditor
  /** What is wrong with the column itself; its heading says so. */
  fault: string | null
  /** Null when no registered widget draws the kind: the value stays visible and can be edited as text. */
  widget: Widget | null
  /** Source to ask for texts by value, where they cannot come from a dictionary at hand. */
  labels: ChoiceSource | null
  /** Draws the cell with React, in place of `paint`. */
  part: ComponentType<SlotProps> | null
  /** Texts that the widget knows itself. */
  loadTexts: ((values: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null
  /** Reads texts that only the source of the column can read; null where the text is the value. */
  resolve: TextResolver | null
  /** What on and off are stored as and called. */
  switchOptions: readonly [on: DictOption, off: DictOption]
  /** Draws the cell; `text` is the dictionary text where one is known. */
  paint(td: HTMLElement, stored: unknown, text: string | null, row: Readonly<Row>): void
  /** What the cell says, for copies and tooltips. */
  textOf(stored: unknown, text: string | null): string
}

export interface ColumnChoice {
  foreignKey?: string
  readOnlyFields?: readonly string[]
}

/** The columns of a sub form: its form fields in order, without the column that points to the main record. */
export function gridColumns(
  form: CompiledForm,
  registry: WidgetRegistry,
  { foreignKey, readOnlyFields = [] }: ColumnChoice = {},
): GridColumn[] {
  const locked = new Set(readOnlyFields)
  return form.fields
    .filter((field) => field.inForm && !traitsOf(field.view).hidden && field.name !== foreignKey)
    .map((field) => gridColumn(field, registry, locked.has(field.name)))
}

function gridColumn(field: Field, registry: WidgetRegistry, locked: boolean): GridColumn {
  // Not every kind has a cell of its own (pca, sel_tree …): then its field edits and its display reads.
  const widget = registry.find('cell', field.view) ?? registry.find('field', field.view)
  const cell = widget?.cell
  const wanted = typeof cell?.editor === 'function' ? cell.editor(field.options) : cell?.editor
  const own = wanted ?? (widget?.field ? 'field' : widget ? 'none' : 'text')
  // A text with a dictionary is offered its entries.
  const editor = own === 'text' && widget?.field && field.dict !== null ? 'field' : own
  const labels = cell?.labels?.(field) ?? null
  const textOf = (stored: unknown, text: string | null): string => {
    if (!isPlainValue(stored)) return plainText(stored)
    const plain = () => text ?? plainText(stored)
    const { display, codec } = widget ?? {}
    if (!display || !codec) return plain()
    return attempt(
      `the text of ${field.view}`,
      () => display(codec.parse(stored), field.options, text),
      plain,
    )
  }
  return {
    field,
    name: field.name,
    title: field.title || field.name,
    view: field.view,
    width: field.property.width ?? null,
    align: alignment(field),
    required: field.required,
    readOnly: locked || field.readOnly || (editor === 'none' && !cell?.part),
    unique: field.property.unique === true,
    editor,
    fault: widget ? null : t('未知控件 {view}', { view: field.view }),
    widget,
    labels,
    part: cell?.part ?? null,
    resolve: textResolver(field, widget, labels),
    loadTexts: cell?.loadTexts
      ? (values) => cell.loadTexts?.(values, field.options) ?? Promise.resolve(new Map())
      : null,
    switchOptions: onOffOptions(field.options),
    paint(td, stored, text, row) {
      // What no field holds is no value of the widget's: it would draw nothing, or something else.
      const plain = () => {
        td.textContent = textOf(stored, text)
      }
      if (!widget || !cell || !isPlainValue(stored)) return plain()
      const paint = () => cell.paint(td, widget.codec.parse(stored), field.options, text, row)
      attempt(`painting ${field.view}`, paint, plain)
    },
    textOf,
  }
}

export { plainText }

/** Whether two columns know the same values by the same texts. */
export function areAlike(one: GridColumn, other: GridColumn): boolean {
  if (one === other) return true
  const kind = ({ view, field }: GridColumn) => JSON.stringify([view, field.options, field.dict])
  return kind(one) === kind(other)
}
