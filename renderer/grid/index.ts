/** The grid: loaded when a form with sub tables is opened, never with the list. */
export { SubTableGrid } from './sub-table/SubTableGrid.tsx'
