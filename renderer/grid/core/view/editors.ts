import { BaseEditor } from 'handsontable/editors/baseEditor'
import { TextEditor } from 'handsontable/editors/textEditor'
import { t } from '#schemas/text/text.ts'
import { calendarKind } from '../cell-text.ts'
import { type GridColumn, plainText } from '../columns.ts'
import type { GridViewHost } from './view-host.ts'

const PARTIAL_NUMBER = /^-?\d*\.?\d*$/
const WHOLE_NUMBER = /^-?(\d+\.?\d*|\.\d+)$/

/** What a column tells the editor of its cells. */
export interface EditorHelp {
  columnTitle: string
  /** What is wrong with a text that is being typed, or null. */
  judgeText(row: number, text: string): string | null
  /** A cell whose editor was open has been left. */
  onLeft(row: number): void
}

/** A text, in the library's own input. It is named after its column, which who does not see the grid hears. */
class LabelledEditor extends TextEditor {
  // No initialiser: it would run after init(), which the base constructor calls, and wipe the element.
  declare hint: HTMLElement
  declare help: Partial<EditorHelp>

  override createElements(): void {
    super.createElements()
    this.help = {}
    const input = this.TEXTAREA as HTMLTextAreaElement
    const place = input.parentElement
    // The input hangs in the grid itself, where only rows with cells may stand.
    const cell = document.createElement('div')
    cell.style.display = 'contents'
    cell.setAttribute('role', 'gridcell')
    place?.setAttribute('role', 'row')
    place?.append(cell)
    cell.append(input)
    this.hint = document.createElement('div')
    this.hint.className = 'data-grid-hint'
    this.hint.setAttribute('role', 'status')
    cell.append(this.hint)
    input.addEventListener('input', (event) => {
      // An input method is still at work: its text is judged when it is done.
      if (!(event as InputEvent).isComposing && this.isOpened()) this.judge()
    })
    input.addEventListener('compositionend', () => this.judge())
  }

  override prepare(...args: Parameters<TextEditor['prepare']>): void {
    super.prepare(...args)
    this.help = args[5] as Partial<EditorHelp>
    this.TEXTAREA.setAttribute('aria-label', this.help.columnTitle ?? '')
  }

  override beginEditing(initialValue?: unknown, event?: Event): void {
    this.hint.textContent = ''
    super.beginEditing(initialValue ?? plainText(this.originalValue), event)
  }

  override finishEditing(restore?: boolean, ctrlDown?: boolean, callback?: () => void): void {
    const wasOpen = this.isOpened()
    const { row } = this
    super.finishEditing(restore, ctrlDown, callback)
    if (wasOpen && !restore) this.help.onLeft?.(row)
  }

  /** Says what is wrong with what stands in the input now. */
  protected judge(): void {
    const { value } = this.TEXTAREA as HTMLTextAreaElement
    this.hint.textContent = this.help.judgeText?.(this.row, value) ?? ''
  }
}

/** A number: other characters are refused while typing, which is said at the cell, and what is no number at the end becomes empty. */
class NumberEditor extends LabelledEditor {
  declare lastGood: string
  /** What was stored and is no number, as long as nothing else is typed. */
  declare kept: string | null

  override createElements(): void {
    super.createElements()
    this.lastGood = ''
    this.TEXTAREA.setAttribute('inputmode', 'decimal')
  }

  override setValue(value?: unknown): void {
    const text = String(value ?? '')
    this.lastGood = PARTIAL_NUMBER.test(text) ? text : ''
    this.kept = text !== this.lastGood && text === plainText(this.originalValue) ? text : null
    super.setValue(text)
  }

  override beginEditing(initialValue?: unknown, event?: Event): void {
    this.lastGood = ''
    super.beginEditing(initialValue, event)
  }

  override getValue(): string {
    const { value } = this.TEXTAREA as HTMLTextAreaElement
    if (value === this.kept) return value
    const text = value.trim()
    return WHOLE_NUMBER.test(text) ? text : ''
  }

  protected override judge(): void {
    const input = this.TEXTAREA as HTMLTextAreaElement
    const text = input.value.replace(/[０-９．－]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) - 0xfee0),
    )
    const isTaken = PARTIAL_NUMBER.test(text)
    if (isTaken) this.lastGood = text
    if (input.value !== this.lastGood) input.value = this.lastGood
    if (isTaken) super.judge()
    else this.hint.textContent = t('只能输入数字')
  }
}

type EditorClass = new (hot: BaseEditor['hot']) => BaseEditor

/** The field that an editor has opened over its cell. */
class OpenedField {
  isOpen = false
  private readonly host: GridViewHost

  constructor(host: GridViewHost) {
    this.host = host
  }

  open(editor: BaseEditor, column: GridColumn): void {
    this.isOpen = true
    // The field takes the keyboard; without this the grid would read the same keys.
    editor.hot.unlisten()
    this.host.openField(editor.row, column)
  }

  close(keep: boolean): void {
    // First the flag: keeping the value renders the grid, which asks its editors again.
    this.isOpen = false
    if (!this.host.closeField(keep)) this.isOpen = true
  }
}

/** An editor without an element of its own: what it opens lives in React, over the cell. */
export function createFieldEditor(host: GridViewHost): EditorClass {
  return class FieldEditor extends BaseEditor {
    // `declare`: the base constructor calls init() before a field initialiser would run.
    declare opened: OpenedField

    override init(): void {
      this.opened = new OpenedField(host)
    }

    override beginEditing(): void {
      const column = host.columns()[this.col]
      if (!this.opened.isOpen && column) this.opened.open(this, column)
    }

    override finishEditing(restore?: boolean, ctrlDown?: boolean, callback?: () => void): void {
      if (!this.opened.isOpen) {
        super.finishEditing(restore, ctrlDown, callback)
        return
      }
      this.opened.close(!restore)
      callback?.()
    }

    override isOpened(): boolean {
      return this.opened.isOpen
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
  class CalendarEditor extends LabelledEditor {
    // `declare`: the base constructor calls init() before a field initialiser would run.
    declare opened: OpenedField

    override init(): void {
      this.opened = new OpenedField(host)
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
      this.opened.open(this, column)
    }

    override finishEditing(restore?: boolean, ctrlDown?: boolean, callback?: () => void): void {
      if (!this.opened.isOpen) {
        super.finishEditing(restore, ctrlDown, callback)
        return
      }
      this.opened.close(!restore)
      callback?.()
    }

    override isOpened(): boolean {
      return this.opened.isOpen || super.isOpened()
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

/** Editors that ask the host of a grid, so that each grid has its own. */
export type GridEditors = Readonly<Record<'field' | 'toggle' | 'calendar', EditorClass>>

/** The editor of a column. */
export function editorOf(column: GridColumn, { field, toggle, calendar }: GridEditors): EditorClass | false {
  if (column.editor === 'none') return false
  if (column.editor === 'text') return LabelledEditor as unknown as EditorClass
  if (column.editor === 'number') return NumberEditor as unknown as EditorClass
  if (column.editor === 'checkbox') return toggle
  return column.editor === 'field' && calendarKind(column.field) !== null ? calendar : field
}
