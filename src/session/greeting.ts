import { text } from '../text/zh-CN.ts'

/** Before 9 morning, to 11 forenoon, to 13 noon, before 20 afternoon, else evening. */
export function greetingOf(at: Date): string {
  const hour = at.getHours()
  if (hour < 9) return text.greeting.morning
  if (hour <= 11) return text.greeting.forenoon
  if (hour <= 13) return text.greeting.noon
  if (hour < 20) return text.greeting.afternoon
  return text.greeting.evening
}
