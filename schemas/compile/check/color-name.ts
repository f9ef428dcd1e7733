import { FastColor } from '@ant-design/fast-color'
import type { DictOption } from '../../page/form.ts'
import { TAG_COLORS } from '../../page/tag-colors.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'

const BLACK = '#000000'

/** Warns of a colour that no tag can have; `place` is that of what names it. */
export function checkColor(
  findings: Findings,
  place: Place,
  { color }: Pick<DictOption, 'color'>,
  key = 'color',
): void {
  if (color !== undefined && color !== '' && !isColor(color))
    findings.warning(
      [...place, key],
      'color',
      `颜色 "${color}" 不存在，应为 ${TAG_COLORS.join('、')} 之一或 #rrggbb`,
      {
        suggestion: didYouMean(color, TAG_COLORS),
      },
    )
}

function isColor(written: string): boolean {
  const color = written.trim().toLowerCase()
  if (TAG_COLORS.includes(color) || /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(color)) return true
  if (/^(rgb|hsl)a?\([^)]+\)$/.test(color)) return true
  // The library takes what it does not know for black.
  return /^[a-z]+$/.test(color) && (color === 'black' || new FastColor(color).toHexString() !== BLACK)
}
