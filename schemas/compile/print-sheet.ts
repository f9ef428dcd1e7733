import type { LabelGrid, PrintTemplate } from '../page/print.ts'
import { PAPERS, type PaperName } from '../page/print-words.ts'

/** Margin where a template does not say (mm). */
const MARGIN = 12
/** What is left free at the edges of each of several labels on a sheet (mm). */
const LABEL_MARGIN = 2

/** A sheet in mm. */
export interface Sheet {
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
}

/** What a user chose in place of what the template says. */
export interface SheetChoice {
  paper?: PaperName
  landscape?: boolean
}

/** The sheet that a template is printed on. */
export function sheetOf(
  { paper = 'A4', landscape = false, margin = MARGIN }: PrintTemplate,
  chosen: SheetChoice = {},
): Sheet {
  const named = chosen.paper ?? paper
  const [width, height] = typeof named === 'string' ? PAPERS[named] : [named.width, named.height]
  const lies = typeof named === 'string' && (chosen.landscape ?? landscape)
  return {
    width: lies ? height : width,
    height: lies ? width : height,
    margin:
      typeof margin === 'number' ? { top: margin, right: margin, bottom: margin, left: margin } : margin,
  }
}

/** One of the labels of a sheet, as a sheet of its own. */
export function labelOn({ width, height, margin }: Sheet, { columns, rows, gap = 0 }: LabelGrid): Sheet {
  const part = (room: number, count: number) => (room - gap * (count - 1)) / count
  return {
    width: part(width - margin.left - margin.right, columns),
    height: part(height - margin.top - margin.bottom, rows),
    margin: { top: LABEL_MARGIN, right: LABEL_MARGIN, bottom: LABEL_MARGIN, left: LABEL_MARGIN },
  }
}
