import { Button, Flex, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { useScreen } from './use-screen.ts'
import './pick-dialog.css'

/** Width of a dialog to choose in, and least height of what stands in it, where it needs no more (px). */
const WIDTH = 520
const HEIGHT = 200
/** A dialog wider than this holds a table and begins near the upper edge (px). */
const WIDE = 800
const NARROW_STYLE = { maxWidth: '100%' }
const WIDE_STYLE = { top: 24, maxWidth: '100%' }
const FULL = { top: 0, maxWidth: '100vw', margin: 0, padding: 0 }
/** The hidden input of a tree is none to type in. */
const FIRST_CONTROL = ':is(input, textarea):not(.ant-tree input, [aria-hidden] *, :disabled)'
const ROW_BOX = '.ant-table-tbody .ant-table-selection-column input'

interface Props {
  title: string
  width?: number
  /** Takes the whole of a small screen. */
  fillsPhone?: boolean
  /** What stands beside the buttons. */
  tools?: ReactNode
  /** What the button that confirms is called. */
  okText?: string
  onCancel(): void
  onConfirm(): void
  children: ReactNode
}

/**
 * The dialog of all pickers. By keyboard: its first control has the focus, arrows go from a search down through the rows,
 * Ctrl+Enter confirms from anywhere.
 */
export function PickDialog(props: Props) {
  const { title, width = WIDTH, fillsPhone = false, tools, okText, onCancel, onConfirm, children } = props
  const isFull = useScreen() === 'xs' && fillsPhone
  const body = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      // The form around the field has the same keys for its own.
      event.stopPropagation()
      onConfirm()
    } else if (body.current && stepThroughRows(body.current, event)) event.preventDefault()
  }

  return (
    <Modal
      open
      title={title}
      {...(isFull
        ? { width: '100vw', style: FULL, className: 'expo-full-dialog' }
        : { width, style: width > WIDE ? WIDE_STYLE : NARROW_STYLE })}
      onCancel={onCancel}
      afterOpenChange={setIsOpen}
      footer={
        <Flex justify="space-between" gap={8} wrap>
          <div>{tools}</div>
          <Flex gap={8}>
            <Button onClick={onCancel}>{t('取消')}</Button>
            <Button type="primary" title="Ctrl+Enter" aria-keyshortcuts="Control+Enter" onClick={onConfirm}>
              {okText ?? t('确定')}
            </Button>
          </Flex>
        </Flex>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls inside are; this only watches their keys */}
      <div
        ref={body}
        style={{ minHeight: HEIGHT }}
        // React hands events of a dialog to the form around the field: searching here must not submit it.
        onSubmit={(event) => event.stopPropagation()}
        onKeyDown={handleKeyDown}
      >
        {children}
        {isOpen ? <TakeFocus body={body} /> : null}
      </div>
    </Modal>
  )
}

/**
 * The first control gets the keyboard as soon as the dialog stands. What is chosen from may come later, and its search after its
 * rows: until a key or a press says where the user is, a control that comes before the others takes over.
 */
function TakeFocus({ body }: { body: RefObject<HTMLDivElement | null> }): null {
  useEffect(() => {
    const box = body.current
    if (!box) return
    let given: HTMLElement | null = null
    const give = () => {
      const active = document.activeElement
      // The user, or what stands in the dialog, chose another place in it.
      if (active !== given && box.contains(active)) return
      given = box.querySelector<HTMLElement>(FIRST_CONTROL)
      if (given !== active) given?.focus()
    }
    const observer = new MutationObserver(give)
    const stop = () => {
      observer.disconnect()
      for (const begun of BEGUN) document.removeEventListener(begun, stop, true)
    }
    give()
    observer.observe(box, { childList: true, subtree: true })
    for (const begun of BEGUN) document.addEventListener(begun, stop, true)
    return stop
  }, [body])
  return null
}

/** Events by which a user begins to work in a dialog. */
const BEGUN = ['keydown', 'pointerdown'] as const

/** Moves from a search into the rows below it, and from row to row; true when it did. */
function stepThroughRows(box: HTMLElement, { key, target, altKey }: KeyboardEvent): boolean {
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || altKey || !(target instanceof HTMLInputElement))
    return false
  const boxes = [...box.querySelectorAll<HTMLInputElement>(ROW_BOX)]
  const at = boxes.indexOf(target)
  // In a drop-down the arrows go through its list.
  const isSearch = at < 0 && target.role !== 'combobox' && target.closest('form, .expo-pick-search') !== null
  if (at < 0 && !(isSearch && key === 'ArrowDown')) return false
  const next = boxes[key === 'ArrowDown' ? at + 1 : at - 1]
  next?.focus()
  return next !== undefined
}
