import { BaseEditor } from 'handsontable/editors/baseEditor'
import { TextEditor } from 'handsontable/editors/textEditor'
import { calendarKind } from '../cell-text.ts'
import type { GridColumn } from '../columns.ts'
import type { GridViewHost } from './view-host.ts'

const PARTIAL_NUMBER = /^-?\d*\.?\d*$/
const WHOLE_NUMBER = /^-?(\d+\.?\d*|\.\d+)$/

/** A number: other characters are refused while typing, and what is no number at the end becomes empty. */
export class NumberEditor extends TextEditor {
  // No initialiser: it would run after init(), which the base constructor calls, and wipe the element.
  declare lastGood: string

  override createElements(): void {
    super.createElements()
    this.lastGood = ''
    const input = this.TEXTAREA as HTMLTextAreaElement
    input.setAttribute('inputmode', 'decimal')
    input.addEventListener('input', (event) => {
      // An input method is still at work: its text is judged when it is done.
      if ((event as InputEvent).isComposing) return
      this.judge()
    })
    input.addEventListener('compositionend', () => this.judge())
  }

  override setValue(value?: unknown): void {
    const text = String(value ?? '')
    this.lastGood = PARTIAL_NUMBER.test(text) ? text : ''
    super.setValue(text)
  }

  override beginEditing(initialValue?: unknown, event?: Event): void {
    this.lastGood = ''
    super.beginEditing(initialValue, event)
  }

  override getValue(): string {
    const text = (this.TEXTAREA as HTMLTextAreaElement).value.trim()
    return WHOLE_NUMBER.test(text) ? text : ''
  }

  private judge(): void {
    const input = this.TEXTAREA as HTMLTextAreaElement
    const text = input.value.replace(/[０-９．－]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) - 0xfee0),
    )
    if (PARTIAL_NUMBER.test(text)) this.lastGood = text
    if (input.value !== this.lastGood) input.value = this.lastGood
  }
}

type EditorClass = new (hot: BaseEditor['hot']) => BaseEditor

/** An editor without an element of its own: what it opens lives in React, over the cell. */
export function createFieldEditor(host: GridViewHost): EditorClass {
  return class FieldEditor extends BaseEditor {
    // `declare`: the base constructor calls init() before a field initialiser would run.
    declare open_: boolean

    override init(): void {
      this.open_ = false
    }

    override beginEditing(): void {
      const column = host.columns()[this.col]
      if (this.open_ || !column) return
      this.open_ = true
      // The field takes the keyboard; without this the grid would read the same keys.
      this.hot.unlisten()
      host.openField(this.row, column)
    }

    override finishEditing(restore?: boolean, ctrlDown?: boolean, callback?: () => void): void {
      if (!this.open_) {
        super.finishEditing(restore, ctrlDown, callback)
        return
      }
      // First the flag: keeping the value renders the grid, which asks its editors again.
      this.open_ = false
      if (!host.closeField(!restore)) this.open_ = true
      callback?.()
    }

    override isOpened(): boolean {
      return this.open_
    }

    override open(): void {}
    override close(): void {}
    override focus(): void {}
    override setValue(): void {}
    override getValue(): unknown {
      return this.originalValue
    }
  }
}

/**
 * A date or a time. Typing begins a text of its own, as in a spreadsheet: the grid's input holds the focus, so no key is
 * lost; a click, Enter and F2 open the widget's picker with what is there.
 */
export function createCalendarEditor(host: GridViewHost): EditorClass {
  class CalendarEditor extends TextEditor {
    // `declare`: the base constructor calls init() before a field initialiser would run.
    declare field_: boolean

    override init(): void {
      this.field_ = false
      super.init()
    }

    override beginEditing(initialValue?: unknown, event?: Event): void {
      const column = host.columns()[this.col]
      if (this.isOpened() || !column) return
      const key = event instanceof KeyboardEvent ? event.key : null
      if (key !== null && !['Enter', 'F2', ' '].includes(key)) {
        super.beginEditing(initialValue, event)
        return
      }
      // A space would replace what the picker shows.
      if (key === ' ') event?.preventDefault()
      this.field_ = true
      this.hot.unlisten()
      host.openField(this.row, column)
    }

    override finishEditing(restore?: boolean, ctrlDown?: boolean, callback?: () => void): void {
      if (!this.field_) {
        super.finishEditing(restore, ctrlDown, callback)
        return
      }
      this.field_ = false
      if (!host.closeField(!restore)) this.field_ = true
      callback?.()
    }

    override isOpened(): boolean {
      return this.field_ || super.isOpened()
    }
  }
  return CalendarEditor as unknown as EditorClass
}

/** On and off: opening it (space, F2, a click) turns it over. Enter goes on, as in every other cell. */
export function createToggleEditor(toggle: (row: number, column: number) => void): EditorClass {
  return class ToggleEditor extends BaseEditor {
    override beginEditing(_initialValue?: unknown, event?: Event): void {
      // Any letter would open an editor; only a deliberate key may change a value without showing what is typed.
      if (event instanceof KeyboardEvent && ![' ', 'F2'].includes(event.key)) return
      toggle(this.row, this.col)
    }

    override isOpened(): boolean {
      return false
    }

    override open(): void {}
    override close(): void {}
    override focus(): void {}
    override setValue(): void {}
    override getValue(): unknown {
      return this.originalValue
    }
  }
}

/** The editor of a column. */
export function editorOf(
  column: GridColumn,
  { field, toggle, calendar }: Readonly<Record<'field' | 'toggle' | 'calendar', EditorClass>>,
): EditorClass | false {
  if (column.editor === 'none') return false
  if (column.editor === 'text') return TextEditor as unknown as EditorClass
  if (column.editor === 'number') return NumberEditor as unknown as EditorClass
  if (column.editor === 'checkbox') return toggle
  return column.editor === 'field' && calendarKind(column.field) !== null ? calendar : field
}
