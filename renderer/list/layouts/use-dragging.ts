import { type DragEvent, useRef } from 'react'

/** What is dragged and onto what, as selectors. */
interface Dragged {
  taken: string
  place: string
}

/**
 * Dragging with the mouse; one listener serves all that stands below the element that gets these props. `onDrop` is told the `data-`
 * words of what was taken, with those of the place in which it stood, and of the place onto which it was dropped.
 */
export function useDragging(
  { taken, place }: Dragged,
  onDrop: (taken: DOMStringMap, place: DOMStringMap) => void,
) {
  const dragged = useRef<DOMStringMap | null>(null)
  const marked = useRef<HTMLElement | null>(null)
  const mark = (element: HTMLElement | null) => {
    if (marked.current && marked.current !== element) delete marked.current.dataset.drop
    marked.current = element
    if (element) element.dataset.drop = ''
  }
  const end = () => {
    mark(null)
    dragged.current = null
  }
  return {
    onDragStart: (event: DragEvent) => {
      const element = closest(event, taken)
      dragged.current = element && { ...closest(event, place)?.dataset, ...element.dataset }
      if (!element) return
      event.dataTransfer.effectAllowed = 'move'
      // Firefox drags nothing without data.
      event.dataTransfer.setData('text/plain', element.textContent)
    },
    onDragOver: (event: DragEvent) => {
      const element = closest(event, place)
      if (!dragged.current || !element) return mark(null)
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      mark(element)
    },
    onDrop: (event: DragEvent) => {
      const element = closest(event, place)
      const from = dragged.current
      end()
      if (!element || !from) return
      event.preventDefault()
      onDrop(from, element.dataset)
    },
    onDragEnd: end,
  }
}

function closest({ target }: DragEvent, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
