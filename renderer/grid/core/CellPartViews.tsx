import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { WidgetBoundary } from '../../widget/WidgetBoundary.tsx'
import type { CellPart } from './features/cell-parts.ts'
import type { GridController } from './grid-controller.types.ts'

/** Draws the cells that React draws, each in its place in the grid. */
export function CellPartViews({ controller }: { controller: GridController }) {
  const { parts } = controller
  const shown = useSyncExternalStore(parts.subscribe, parts.get)
  return shown.map((part) =>
    createPortal(
      <div className="data-grid-part">
        <PartView controller={controller} part={part} />
      </div>,
      part.element,
      part.key,
    ),
  )
}

function PartView({ controller, part }: { controller: GridController; part: CellPart }) {
  const { row, column, values, disabled } = part
  const Part = column.part
  if (!Part) return null
  return (
    <WidgetBoundary kind={column.view} name={column.name}>
      <Part
        field={column.field}
        value={values[column.name] ?? null}
        row={values}
        disabled={disabled}
        onChange={(value, alsoSet) => {
          if (disabled) return
          const changes = { ...alsoSet, [column.name]: value }
          controller.put(Object.entries(changes).map(([name, value]) => ({ row, name, value })))
        }}
      />
    </WidgetBoundary>
  )
}
