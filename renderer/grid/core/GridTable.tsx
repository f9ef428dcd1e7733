import { HotTable, type HotTableClass } from '@handsontable/react'
import { theme } from 'antd'
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { gridColors } from './grid-colors.ts'
import type { GridController, GridDrawing } from './grid-controller.types.ts'
import { watchWidth } from './watch-width.ts'

interface GridTableProps {
  controller: GridController
  /** Where it is drawn, and as wide as it. */
  element: HTMLElement
  disabled: boolean
  rowHeight: number
}

/** The grid itself in the colours of the theme. */
export function GridTable({ controller, element, disabled, rowHeight }: GridTableProps) {
  const { gridLicenseKey } = useRenderer()
  const { token } = theme.useToken()
  const colors = useMemo(() => gridColors(token), [token])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grid that is locked, unlocked or given another height of rows is drawn anew
  const drawing = useMemo(
    () => controller.prepare(element, gridLicenseKey),
    [controller, element, gridLicenseKey, disabled, rowHeight],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew takes the colours anew
  useLayoutEffect(() => controller.view()?.setColors(colors), [controller, colors, drawing])
  useEffect(
    // The box is measured when its tab is shown, its dialog opens or the window changes.
    () => watchWidth(element, () => controller.view()?.fit()),
    [controller, element],
  )
  return <DrawnOnce key={drawing.key} drawing={drawing} />
}

/**
 * The library's component. With every render it would hand all its settings over again, which resets the columns and
 * paints everything: so it is rendered once, and the grid is driven by its instance.
 */
const DrawnOnce = memo(function DrawnOnce({ drawing }: { drawing: GridDrawing }) {
  const table = useRef<HotTableClass>(null)
  useLayoutEffect(() => {
    const { current } = table
    const hot = current?.hotInstance
    if (!current || !hot) return
    // It gathers components that were drawn in cells, at each painting: here there are none.
    current.handsontableAfterViewRender = () => {}
    return drawing.begin(hot)
  }, [drawing])
  return <HotTable ref={table} settings={drawing.settings} />
})
