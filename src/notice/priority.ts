import { text } from '../text/zh-CN.ts'

/** Colour and words of a priority: general, important, urgent. */
const COLORS: Readonly<Record<keyof typeof text.notice.priority, string>> = {
  L: 'blue',
  M: 'orange',
  H: 'red',
}

/** How a priority is shown; an unknown one is shown without colour. */
export function priorityTag(priority: string | null | undefined): { color: string; label: string } {
  return isKnown(priority)
    ? { color: COLORS[priority], label: text.notice.priority[priority] }
    : { color: 'default', label: text.notice.unknownPriority }
}

function isKnown(priority: string | null | undefined): priority is keyof typeof COLORS {
  return typeof priority === 'string' && Object.hasOwn(COLORS, priority)
}
