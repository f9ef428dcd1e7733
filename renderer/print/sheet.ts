import type { PrintTemplate } from '#schemas/page/print.ts'
import { PAPERS, type PaperName } from '#schemas/page/print-words.ts'

/** Margin where a template does not say (mm). */
const MARGIN = 12

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
