import { Button, Divider, Popover } from 'antd'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { ColumnFilter } from './ColumnFilter.tsx'
import type { GridController, GridState } from './grid-controller.types.ts'

interface ColumnMenuProps {
  controller: GridController
  state: GridState
  /** The column that it is the menu of. */
  name: string
  /** The box that the grid stands in. */
  box: RefObject<HTMLDivElement | null>
}

/** Below the heading of a column: how its user wants to see it. Escape closes it, never the dialog around the form. */
export function ColumnMenu({ controller, state, name, box }: ColumnMenuProps) {
  const { looks: acts } = controller
  const columns = controller.columns()
  const column = columns.find((one) => one.name === name)
  const content = useRef<HTMLDivElement>(null)
  const [place] = useState(() => placeOf(controller, name, box.current))
  // The keyboard goes into the menu, once it is there.
  useEffect(() => {
    const timer = setTimeout(() => content.current?.querySelector<HTMLElement>('button')?.focus())
    return () => clearTimeout(timer)
  }, [])
  // The keyboard goes back to where it was.
  const act = (change: () => void): void => {
    change()
    const at = controller.view()?.selected()
    if (at) controller.view()?.select(at.row, at.column)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      act(() => acts.openMenu(null))
    }
  }
  const { hidden, frozen, sort } = state.looks
  return (
    <Popover
      open
      trigger="click"
      placement="bottomRight"
      onOpenChange={(isOpen) => !isOpen && acts.openMenu(null)}
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls
        <div ref={content} className="data-grid-column-acts" onKeyDown={handleKeyDown}>
          <Button
            type="text"
            size="small"
            block
            onClick={() => act(() => acts.sort({ name, descending: false }))}
          >
            {t('升序')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            onClick={() => act(() => acts.sort({ name, descending: true }))}
          >
            {t('降序')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            disabled={sort === null}
            onClick={() => act(() => acts.sort(null))}
          >
            {t('清除排序')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            disabled={frozen === name}
            onClick={() => act(() => acts.freeze(name))}
          >
            {t('冻结到此列')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            disabled={frozen === null}
            onClick={() => act(() => acts.freeze(null))}
          >
            {t('取消冻结')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            disabled={columns.length < 2}
            onClick={() => act(() => acts.hide(name))}
          >
            {t('隐藏此列')}
          </Button>
          <Button
            type="text"
            size="small"
            block
            disabled={hidden.length === 0}
            onClick={() => act(() => acts.showAll())}
          >
            {t('显示全部列')}
          </Button>
          <Divider size="small" />
          <ColumnFilter filter={controller.filter} name={name} now={state.filters.get(name) ?? null} />
        </div>
      }
      title={column?.title}
    >
      <span className="data-grid-column-anchor" style={place} />
    </Popover>
  )
}

/** Where the heading of a column is, from the corner of the box. */
function placeOf(controller: GridController, name: string, box: HTMLElement | null) {
  const at = controller.columns().findIndex((column) => column.name === name)
  const heading = controller.view()?.heading(at)?.getBoundingClientRect()
  const around = box?.getBoundingClientRect()
  if (!heading || !around) return { left: 0, top: 0 }
  return {
    left: Math.min(Math.max(0, heading.right - around.left - 1), around.width - 1),
    top: heading.bottom - around.top,
  }
}
