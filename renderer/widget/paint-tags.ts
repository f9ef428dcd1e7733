import { PRESET_TAG_COLORS, TAG_COLORS } from '#schemas/page/tag-colors.ts'
import { textOn } from '../kit/readable-color.ts'

/** A text in a box, in a colour of the design system or any other. */
export interface PaintedTag {
  text: string
  color?: string | undefined
}

const PRESETS: readonly string[] = PRESET_TAG_COLORS
/** Names of states, by the part of their variable. */
const STATES: Readonly<Record<string, string>> = {
  success: 'success',
  processing: 'primary',
  warning: 'warning',
  error: 'error',
}

/** Draws tags into the cell of a grid, where a part of React would cost too much. */
export function paintTags(td: HTMLElement, tags: readonly PaintedTag[]): void {
  td.append(
    ...tags.map(({ text, color = 'default' }) => {
      const tag = document.createElement('span')
      tag.className = 'expo-cell-tag'
      tag.textContent = text
      const ground = groundOf(color)
      if (ground !== null) {
        tag.dataset.color = color
        tag.style.background = ground.background
        tag.style.color = ground.text
      }
      return tag
    }),
  )
}

/** A named colour has shades for both themes; any other fills the tag, because text in it may be too pale to read. */
function groundOf(color: string): { background: string; text: string } | null {
  if (PRESETS.includes(color)) return { background: `var(--ant-${color}-1)`, text: `var(--ant-${color}-9)` }
  const state = Object.hasOwn(STATES, color) ? STATES[color] : undefined
  if (state !== undefined)
    return { background: `var(--ant-color-${state}-bg)`, text: `var(--ant-color-${state}-text)` }
  return TAG_COLORS.includes(color) ? null : { background: color, text: textOn(color) }
}
