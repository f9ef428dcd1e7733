import { Popover, Skeleton } from 'antd'
import { type ComponentType, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { CardProps } from './widget.ts'

/** A value and what draws its card. */
export interface ShownCard extends CardProps<Readonly<Record<string, unknown>>, unknown> {
  content: ComponentType<CardProps<Readonly<Record<string, unknown>>, unknown>>
}

interface Props extends ShownCard {
  /** The value that the card belongs to. */
  place: RefObject<HTMLElement | null>
  onClose(): void
}

/** The open card of a value: Esc, and whatever is done elsewhere in the page, closes it. */
export function ValueCardPopover({ content: Content, place, onClose, ...card }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const watch = ({ target }: Event) => {
      const isHere = target instanceof Node && [place, body].some(({ current }) => current?.contains(target))
      if (!isHere) close.current()
    }
    document.addEventListener('pointerdown', watch)
    document.addEventListener('focusin', watch)
    return () => {
      document.removeEventListener('pointerdown', watch)
      document.removeEventListener('focusin', watch)
    }
  }, [place])
  return (
    <Popover
      open
      trigger={[]}
      placement="bottom"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      content={
        // biome-ignore lint/a11y/useKeyWithClickEvents: not a control; a click in the card is none on the row that it was opened from
        <div
          ref={body}
          role="status"
          style={{
            width: 300,
            maxWidth: 'calc(100vw - 64px)',
            maxHeight: 'min(420px, 50vh)',
            overflowY: 'auto',
          }}
          onClick={(event) => event.stopPropagation()}
        >
          <Suspense fallback={<Skeleton active title={false} />}>
            <Content {...card} />
          </Suspense>
        </div>
      }
    >
      <span className="expo-value-card-anchor" />
    </Popover>
  )
}
