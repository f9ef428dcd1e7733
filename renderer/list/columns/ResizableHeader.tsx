import { type ComponentProps, type PointerEvent, useRef } from 'react'
import './resizable-header.css'

const LEAST = 40
const MOST = 2000

interface Props extends ComponentProps<'th'> {
  /** The width (px) to which its edge was dragged; null where its former width is wanted again. */
  onResize?: (width: number | null) => void
}

/**
 * A heading whose edge is dragged. The width is taken when the edge is let go, and a line shows it until then: a table that is drawn anew
 * at every step could not follow. By keyboard, widths are typed into the settings of the columns.
 */
export function ResizableHeader({ onResize, children, ...rest }: Props) {
  const heading = useRef<HTMLTableCellElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const start = useRef(0)
  if (!onResize) return <th {...rest}>{children}</th>

  const moved = ({ clientX }: PointerEvent) => clientX - start.current
  const follow = (distance: number | null) => {
    if (!grip.current) return
    grip.current.style.transform = distance === null ? '' : `translateX(${distance}px)`
    grip.current.toggleAttribute('data-dragged', distance !== null)
  }
  const handleDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    start.current = event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
    follow(0)
  }
  const isDragged = () => grip.current?.hasAttribute('data-dragged') ?? false
  const handleUp = (event: PointerEvent) => {
    if (!isDragged()) return
    follow(null)
    const distance = moved(event)
    const before = heading.current?.getBoundingClientRect().width ?? 0
    if (Math.abs(distance) > 1) onResize(Math.min(Math.max(Math.round(before + distance), LEAST), MOST))
  }
  return (
    <th {...rest} ref={heading}>
      {children}
      <span
        ref={grip}
        className="expo-column-grip"
        aria-hidden="true"
        onPointerDown={handleDown}
        onPointerMove={(event) => isDragged() && follow(moved(event))}
        onPointerUp={handleUp}
        onPointerCancel={() => follow(null)}
        // A click on the heading sorts.
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={() => onResize(null)}
      />
    </th>
  )
}
