import { FastColor } from '@ant-design/fast-color'

/** Contrast that text needs against its ground (WCAG AA). */
const ENOUGH = 4.5

/** How strongly two colours differ, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const { r, g, b } = new FastColor(color)
  const [red, green, blue] = [r, g, b].map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The nearest shade of a colour that can be read on a ground: darker on a light one, lighter on a dark one. */
export function readableOn(color: string, ground: string, enough: number = ENOUGH): string {
  const darken = luminance(ground) > 0.2
  let shade = new FastColor(color)
  for (let step = 0; step < 50 && contrast(shade.toHexString(), ground) < enough; step++)
    shade = darken ? shade.darken(1) : shade.lighten(1)
  return shade.toHexString()
}

/** Black or white, whichever differs more from a ground: one of them can be read on any colour. */
export function textOn(ground: string): string {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000'
}
