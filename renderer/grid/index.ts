/** The grid: loaded when a form with sub tables is opened, or a file of rows looked through; never with the list. */
export { gridColumns } from './core/columns.ts'
export { GridBox } from './core/GridBox.tsx'
export { GridStatus } from './core/GridStatus.tsx'
export { createGridController } from './core/grid-controller.ts'
export { COMPACT_ROW_PX } from './core/grid-look.ts'
export { createMemoryRows } from './core/memory-rows.ts'
export { useGridWarnings } from './core/use-grid-warnings.ts'
export { SubTableGrid } from './sub-table/SubTableGrid.tsx'
