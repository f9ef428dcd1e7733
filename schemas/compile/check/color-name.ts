import { FastColor } from '@ant-design/fast-color'
import type { DictOption } from '../../page/form.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'

/** Colours that tags know by name. */
const NAMES = [
  ...['magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue', 'purple'],
  ...['pink', 'yellow', 'default', 'success', 'processing', 'warning', 'error'],
]
const BLACK = '#000000'

/** Warns of a colour that no tag can have. */
export function checkColor(findings: Findings, place: Place, { color }: Pick<DictOption, 'color'>): void {
  if (color !== undefined && color !== '' && !isColor(color))
    findings.warning(
      [...place, 'color'],
      'color',
      `颜色 "${color}" 不存在，应为 ${NAMES.join('、')} 之一或 #rrggbb`,
      {
        suggestion: didYouMean(color, NAMES),
      },
    )
}

function isColor(written: string): boolean {
  const color = written.trim().toLowerCase()
  if (NAMES.includes(color) || /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(color)) return true
  if (/^(rgb|hsl)a?\([^)]+\)$/.test(color)) return true
  // The library takes what it does not know for black.
  return /^[a-z]+$/.test(color) && (color === 'black' || new FastColor(color).toHexString() !== BLACK)
}
