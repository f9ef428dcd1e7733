import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Option } from '../data/data-client.ts'

interface Props {
  open: boolean
  /** What is typed, what was found for it, and whether that is still asked for. */
  search: { keyword: string; choices: readonly Option[]; waiting: boolean; hurry?(): void }
  /** The drop-down has a first entry marked, and takes it on Enter and Tab; a tree does not. */
  marksFirst?: boolean
  /** The match that Enter is about. */
  onTake(option: Option): void
  children: ReactNode
}

/**
 * Around a drop-down that searches on the server. Enter takes the first match: pressed before the answer is there, it
 * waits for it, so that a quick hand gets what a slow one gets. `data-leaves-text` names the keys that would leave what
 * is typed without having chosen anything.
 */
export function SearchKeys({ open, search, marksFirst = true, onTake, children }: Props) {
  const { keyword, choices, waiting } = search
  /** The text that Enter was pressed for. */
  const [asked, setAsked] = useState<string | null>(null)
  // The list marks its first entry a moment after it is drawn; Enter between the two would take nothing.
  const [ready, setReady] = useState<string | null>(null)
  useEffect(() => setReady(waiting ? null : keyword), [waiting, keyword])
  const isTyped = open && keyword.trim() !== ''
  const isBusy = isTyped && (waiting || ready !== keyword)
  const match = isTyped && !isBusy ? bestMatch(choices, keyword) : undefined
  const isSettled = asked !== null && !(isBusy && asked === keyword)
  useEffect(() => {
    if (!isSettled) return
    setAsked(null)
    // Closed, or typed on: Enter was about something else.
    if (asked === keyword && match) onTake(match)
  }, [isSettled, asked, keyword, match, onTake])

  /** Arrow keys have marked another entry. */
  const isMoved = useRef<string | null>(null)
  const isPlainEnter = ({ key, target, nativeEvent }: KeyboardEvent) =>
    key === 'Enter' && target instanceof HTMLInputElement && isTyped && !nativeEvent.isComposing
  const handleKeyDownFirst = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMoved.current = keyword
    if (!isPlainEnter(event) || match) return
    // The list would close, and take along what was typed.
    event.preventDefault()
    event.stopPropagation()
    if (!isBusy) return
    setAsked(keyword)
    search.hurry?.()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!marksFirst && match && isMoved.current !== keyword && isPlainEnter(event)) onTake(match)
  }
  const leaves = isTyped ? (match ? (marksFirst ? '' : 'Tab') : 'Enter Tab') : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drop-down inside is the control; this only watches its keys
    <div
      style={{ display: 'contents' }}
      data-leaves-text={leaves || undefined}
      onKeyDownCapture={handleKeyDownFirst}
      onKeyDown={handleKeyDown}
    >
      {children}
    </div>
  )
}

/** Nobody has looked through the list: what is called exactly so goes before what only holds it. */
function bestMatch(choices: readonly Option[], keyword: string): Option | undefined {
  const possible = choices.filter((option) => !option.disabled)
  return possible.find(({ text }) => text === keyword.trim()) ?? possible[0]
}
