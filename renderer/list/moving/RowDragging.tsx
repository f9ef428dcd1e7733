import { HolderOutlined } from '@ant-design/icons'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { t } from '#schemas/text/text.ts'
import type { DropZone } from '../../model/row-moves.ts'
import type { RowMoves } from './use-row-moves.tsx'
import './row-dragging.css'

/** The part of a row's height, above and below, in which it is let go beside the row and not in it. */
const EDGE = 0.3

/** Rows of the table inside can be dragged by their handles. One listener serves all of them: a page has dozens. */
export function RowDragging({ moves, children }: { moves: RowMoves; children: ReactNode }) {
  const dragged = useRef<string | null>(null)
  const marked = useRef<HTMLElement | null>(null)
  const mark = (row: HTMLElement | null, zone?: DropZone) => {
    if (marked.current && marked.current !== row) delete marked.current.dataset.drop
    marked.current = row
    if (row && zone) row.dataset.drop = zone
  }
  const end = () => {
    mark(null)
    dragged.current = null
  }
  const handleStart = (event: DragEvent) => {
    const row = rowAt(event)
    if (!row) return
    dragged.current = row.dataset.rowKey ?? null
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', dragged.current ?? '')
    event.dataTransfer.setDragImage(row, 0, row.offsetHeight / 2)
  }
  const handleOver = (event: DragEvent) => {
    const row = rowAt(event)
    const id = dragged.current
    const zone = row && zoneAt(row, event.clientY)
    if (!id || !zone || !moves.fits(id, row.dataset.rowKey ?? '', zone)) return mark(null)
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    mark(row, zone)
  }
  const handleDrop = (event: DragEvent) => {
    const row = rowAt(event)
    const id = dragged.current
    end()
    if (!row || !id) return
    event.preventDefault()
    moves.drop(id, row.dataset.rowKey ?? '', zoneAt(row, event.clientY))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has 上移 and 下移 in the menu of each row
    <div onDragStart={handleStart} onDragOver={handleOver} onDrop={handleDrop} onDragEnd={end}>
      {children}
    </div>
  )
}

/** What a row is dragged by. */
export function DragHandle() {
  return (
    <span className="expo-row-drag" draggable title={t('拖动排序')} aria-hidden="true">
      <HolderOutlined />
    </span>
  )
}

function rowAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-row-key]') : null
}

function zoneAt(row: HTMLElement, y: number): DropZone {
  const { top, height } = row.getBoundingClientRect()
  const part = (y - top) / height
  return part < EDGE ? 'before' : part > 1 - EDGE ? 'after' : 'into'
}
