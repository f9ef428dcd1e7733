import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import type { ShownCard } from './ValueCardPopover.tsx'
import { WidgetBoundary } from './WidgetBoundary.tsx'
import './value-card.css'

const ValueCardPopover = lazyDialog(async () => ({
  default: (await import('./ValueCardPopover.tsx')).ValueCardPopover,
}))

/** How long the pointer rests on a value before its card opens, and how long it may be on its way to the card (ms). */
const OPENS_MS = 300
const CLOSES_MS = 200

interface Props extends ShownCard {
  children: ReactNode
}

/**
 * A value that names records: resting on it shows a card of them, Enter or a tap keeps the card until it is closed.
 * A list has hundreds of these, so that nothing but the button is drawn before a card opens.
 */
export function ValueCard({ children, ...card }: Props) {
  const [state, setState] = useState<'closed' | 'hovered' | 'kept'>('closed')
  const place = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(to: typeof state) {
    clearTimeout(timer.current)
    setState(to)
  }
  function later(from: typeof state, to: typeof state, pause: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState((now) => (now === from ? to : now)), pause)
  }
  /** A finger only passes over what it taps. */
  const ofMouse = (then: () => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') then()
  }

  return (
    // The card is drawn elsewhere in the page and still belongs to this: a pointer on it is a pointer on the value.
    <span
      ref={place}
      className="expo-value-card"
      onPointerEnter={ofMouse(() => later('closed', 'hovered', OPENS_MS))}
      onPointerLeave={ofMouse(() => later('hovered', 'closed', CLOSES_MS))}
    >
      <button
        type="button"
        className="expo-value-card-button"
        aria-expanded={state !== 'closed'}
        onClick={(event) => {
          event.stopPropagation()
          change(state === 'kept' ? 'closed' : 'kept')
        }}
      >
        {children}
      </button>
      {state === 'closed' ? null : (
        <WidgetBoundary kind={card.field.view} name={card.field.name}>
          <ValueCardPopover {...card} place={place} onClose={() => change('closed')} />
        </WidgetBoundary>
      )}
    </span>
  )
}
