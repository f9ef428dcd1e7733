import { text } from '../text/zh-CN.ts'

/** Colour and words of a priority: general, important, urgent. */
const PRIORITIES: Readonly<Record<string, { color: string; label: string }>> = {
  L: { color: 'blue', label: text.notice.priority.L },
  M: { color: 'orange', label: text.notice.priority.M },
  H: { color: 'red', label: text.notice.priority.H },
}

/** How a priority is shown; one that nobody knows is shown without colour. */
export function priorityTag(priority: string | null | undefined): { color: string; label: string } {
  const known = priority && Object.hasOwn(PRIORITIES, priority) ? PRIORITIES[priority] : undefined
  return known ?? { color: 'default', label: text.notice.unknownPriority }
}
