import type { GridLook } from '../core/grid-look.ts'

/**
 * Compact, unlike the 61 px of a full grid with two-line cells: a sub table stands inside a dialog, where 61 px would
 * show five rows in its 400 px. One line of text fits, and so does an antd control of normal size.
 */
export const SUB_TABLE_LOOK: GridLook = {
  rowHeight: 36,
  maxHeight: 400,
  rowHeaders: ['tick', 'number'],
  frozen: 0,
}

/** Of a sub table whose rows are put in order by hand. */
export const ORDERED_LOOK: GridLook = { ...SUB_TABLE_LOOK, rowHeaders: ['drag', 'tick', 'number'] }
