import { Select } from 'antd'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Row } from '#schemas/compile/model.ts'
import { isPlainValue } from '#schemas/compile/odd-values.ts'
import { OfferedChoicesContext } from '../../data/offered-choices.ts'
import { CLEARABLE } from '../../kit/clearable.tsx'
import { WidgetControl } from '../../widget/WidgetControl.tsx'
import { calendarKind } from './cell-text.ts'
import { plainText } from './columns.ts'
import type { FieldSession } from './features/field-session.types.ts'
import type { GridController } from './grid-controller.types.ts'

/** A control narrower than this is of no use, px. */
const MIN_WIDTH = 120

interface FieldEditorProps {
  controller: GridController
  session: FieldSession
  /** The box that the grid stands in; places are measured from its corner. */
  box: RefObject<HTMLDivElement | null>
  id: string
}

/**
 * The widget's own field over a cell. Enter keeps the value and goes down, Tab keeps it and goes on, Escape leaves the
 * old one; a press outside (but not in the field's drop-downs and dialogs) keeps it too.
 */
export function FieldEditor({ controller, session, box, id }: FieldEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const place = usePlace(controller, session, box)

  // What React reports as a press inside covers portals: drop-downs and dialogs that the field has opened elsewhere.
  useEffect(() => {
    const outside = () => controller.setPressedInside(false)
    document.addEventListener('mousedown', outside, true)
    return () => document.removeEventListener('mousedown', outside, true)
  }, [controller])

  // When a dialog that the field opened has gone, so has the field: the keyboard goes back to the cell.
  const dialogWatch = useRef<MutationObserver | null>(null)
  useEffect(() => () => dialogWatch.current?.disconnect(), [])
  const handleFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const dialog = host.current?.contains(target) ? null : target.closest('[role="dialog"]')
    if (!dialog || dialogWatch.current) return
    const observer = new MutationObserver(() => {
      if (dialog.isConnected) return
      observer.disconnect()
      dialogWatch.current = null
      if (controller.state().session === session) controller.endField(true, 'stay')
    })
    observer.observe(document.body, { childList: true, subtree: true })
    dialogWatch.current = observer
  }

  /** A text that a search has not answered, or found nothing for: the grid reads it, as one that was pasted. */
  const takeUnchosen = (target: HTMLElement, key: string): void => {
    const { column, draft, values } = session
    const keys = target.closest<HTMLElement>('[data-leaves-text]')?.dataset.leavesText ?? ''
    if (!(target instanceof HTMLInputElement) || !column.resolve || !keys.split(' ').includes(key)) return
    const before = holdsSeveral(column.field) ? plainText(draft.get(column.name) ?? values[column.name]) : ''
    session.typed = before === '' ? target.value : `${before},${target.value}`
  }

  /** Before the control sees the key: an open drop-down takes Escape for itself, and Enter closes it. */
  const handleKeyDownFirst = (event: KeyboardEvent<HTMLDivElement>): void => {
    const target = event.target as HTMLElement
    wasOpen.current = target.getAttribute('aria-expanded') === 'true'
    const ends = event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !event.altKey)
    if (ends && !event.nativeEvent.isComposing) takeUnchosen(target, event.key)
    if (ends && session.typed !== null && !event.nativeEvent.isComposing) {
      // Read by the grid, which keeps and marks what it cannot read; the picker would bring its old value back.
      event.preventDefault()
      event.stopPropagation()
      controller.endField(true, event.key === 'Enter' ? 'down' : event.shiftKey ? 'left' : 'right')
      return
    }
    if (event.key !== 'Escape' || !host.current?.contains(target) || event.nativeEvent.isComposing) return
    // Else the dialog around the form would close as well.
    event.stopPropagation()
    controller.endField(false, 'stay')
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (controller.state().session !== session) {
      // The control has ended editing with this very key; the grid, which listens again, would take it as well.
      event.stopPropagation()
      if (event.key !== 'Tab') return
      event.preventDefault()
      controller.moveFrom(session, event.shiftKey ? 'left' : 'right')
      return
    }
    const target = event.target as HTMLElement
    // Keys of a dialog that the field has opened are its own.
    if (!host.current?.contains(target) || event.nativeEvent.isComposing) return
    if (event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      controller.endField(true, event.shiftKey ? 'left' : 'right')
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      // In a list of several, Enter ticks an entry.
      const several = wasOpen.current && target.closest('.ant-select-multiple') !== null
      // A control that takes Enter for itself (a popup opens its dialog) goes first, but for a list that is chosen from.
      if (several || (event.isDefaultPrevented() && !wasOpen.current) || target.closest('button')) return
      event.preventDefault()
      event.stopPropagation()
      controller.endField(true, 'down')
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is the control; this only watches its keys
    <div
      ref={host}
      className="data-grid-field"
      data-testid="grid-field-editor"
      style={place ?? undefined}
      onMouseDownCapture={() => controller.setPressedInside(true)}
      onKeyDownCapture={handleKeyDownFirst}
      onKeyDown={handleKeyDown}
      onFocusCapture={handleFocus}
      onInputCapture={({ target }) => {
        if (target instanceof HTMLInputElement && calendarKind(session.column.field) !== null)
          session.typed = target.value
      }}
    >
      <label className="data-grid-field-label" htmlFor={id}>
        {session.column.title}
      </label>
      {session.column.editor === 'list' ? (
        <ListField controller={controller} session={session} id={id} />
      ) : (
        <WidgetField controller={controller} session={session} id={id} />
      )}
      <TakeFocus host={host} />
    </div>
  )
}

function WidgetField({ controller, session, id }: Omit<FieldEditorProps, 'box'>): ReactNode {
  const { column } = session
  const [row, setRow] = useState<Readonly<Row>>(session.values)
  const { field } = column
  const offered = useMemo(() => controller.offered(field, row), [controller, field, row])
  const control = (
    <WidgetControl
      surface="cell"
      fallback={NoControl}
      id={id}
      field={field}
      value={isPlainValue(row[column.name]) ? (row[column.name] ?? null) : plainText(row[column.name])}
      row={row}
      onChange={(stored, alsoSet) => {
        // Dates go through the grid's reader, so that a text which is none is marked.
        session.typed = calendarKind(column.field) === null ? null : plainText(stored)
        const change = { [column.name]: stored, ...alsoSet }
        for (const [name, stored] of Object.entries(change)) session.draft.set(name, stored)
        setRow((before) => ({ ...before, ...change }))
        // A choice that fills its neighbours is made in one go; a list of several goes on.
        const goesOn = Array.isArray(column.widget?.codec.parse(stored))
        if (alsoSet && !goesOn) controller.endField(true, 'stay')
      }}
    />
  )
  return <OfferedChoicesContext value={offered}>{control}</OfferedChoicesContext>
}

/** A column without a field is edited in the cell itself. */
const NoControl = () => null

/** Choices of a dictionary: choosing one ends editing. */
function ListField({ controller, session, id }: Omit<FieldEditorProps, 'box'>) {
  const { column } = session
  const choices = controller.choicesOf(column.name)
  const stored = plainText(session.values[column.name])
  const isOffered = controller.offered(column.field, session.values)
  const isLeft = (value: string) => isOffered === null || isOffered(value)
  const entries = (choices ?? [])
    .map(({ value, text, disabled }) => ({ value: String(value), label: text, disabled }))
    // What is stored keeps its text, but is not offered again.
    .map((entry) => (isLeft(entry.value) ? entry : { ...entry, disabled: true }))
    .filter(({ value }) => isLeft(value) || value === stored)
  // A value that is in no dictionary stays visible and chosen.
  if (stored !== '' && !entries.some(({ value }) => value === stored))
    entries.push({ value: stored, label: stored, disabled: true })
  return (
    <Select
      id={id}
      value={stored === '' ? null : stored}
      options={entries}
      defaultOpen
      autoFocus
      allowClear={column.required ? false : CLEARABLE}
      loading={choices === null}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={column.title}
      style={{ width: '100%' }}
      onChange={(value: string | null | undefined) => {
        const chosen = choices?.find((option) => String(option.value) === value)
        session.draft.set(column.name, chosen?.value ?? null)
        controller.endField(true, 'stay')
      }}
    />
  )
}

/** The keyboard goes to the field, which may still be loading. */
function TakeFocus({ host }: { host: RefObject<HTMLDivElement | null> }): null {
  // No layout effect: the box around, whose ref is asked, is attached after its children's.
  useEffect(() => {
    const box = host.current
    if (!box || takeFocus(box)) return
    // A field that loads something of its own first shows its control a little later.
    const observer = new MutationObserver(() => {
      if (takeFocus(box)) observer.disconnect()
    })
    observer.observe(box, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [host])
  return null
}

function takeFocus(box: HTMLElement): boolean {
  const control = box.querySelector<HTMLElement>('input, textarea, button')
  if (!control) return false
  control.focus()
  if (control instanceof HTMLTextAreaElement) control.select()
  // Pickers open on a press: without it the user would have to click a second time.
  const opens =
    control instanceof HTMLInputElement &&
    (control.role === 'combobox' || control.readOnly || control.closest('.ant-picker') !== null)
  if (opens)
    for (const type of ['mousedown', 'mouseup', 'click'])
      control.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }))
  // Typing replaces what is there, as in the cells without a field.
  if (control instanceof HTMLInputElement && control === document.activeElement) control.select()
  return true
}

interface Place {
  left: number
  top: number
  width: number
  minHeight: number
}

/** Where the cell is; follows it when the grid scrolls. Known at the first painting: what is hidden takes no focus. */
function usePlace(
  controller: GridController,
  session: FieldSession,
  box: RefObject<HTMLDivElement | null>,
): Place | null {
  const measure = useCallback((): Place | null => {
    const index = controller.columns().indexOf(session.column)
    const cell = controller.view()?.cell(session.row, index)?.getBoundingClientRect()
    const around = box.current?.getBoundingClientRect()
    if (!cell || !around) return null
    const width = Math.min(Math.max(cell.width, MIN_WIDTH), around.width)
    return {
      left: Math.max(0, Math.min(cell.left - around.left, around.width - width)),
      top: cell.top - around.top,
      width,
      minHeight: cell.height,
    }
  }, [controller, session, box])
  const [place, setPlace] = useState(measure)
  useEffect(() => {
    const view = controller.view()
    view?.onScroll(() => setPlace((before) => measure() ?? before))
    return () => view?.onScroll(() => {})
  }, [controller, measure])
  return place
}
