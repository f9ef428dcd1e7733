import { type GridLook, MAX_GRID_PX, ROW_PX } from '../core/grid-look.ts'

/** How a sub table looks that is not compact. */
export const SUB_TABLE_LOOK: GridLook = {
  rowHeight: ROW_PX,
  maxHeight: MAX_GRID_PX,
  rowHeaders: ['tick', 'number'],
  frozen: 0,
}

/** Of a sub table whose rows are put in order by hand. */
export const ORDERED_LOOK: GridLook = { ...SUB_TABLE_LOOK, rowHeaders: ['drag', 'tick', 'number'] }
