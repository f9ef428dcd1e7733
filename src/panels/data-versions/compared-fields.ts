import type { DataVersion } from '#schemas/api/data-log.ts'

/** One field of two versions, as text. */
export interface ComparedField {
  name: string
  title: string
  left: string
  right: string
  isDifferent: boolean
}

/** The fields of two versions with what stood in them; a dictionary's value is shown by its text and compared by itself. */
export function comparedFields([left, right]: readonly DataVersion[]): ComparedField[] {
  if (!left || !right) return []
  const [before, after] = [contentOf(left), contentOf(right)]
  const titles = { ...left.dataTitles, ...right.dataTitles }
  return Object.entries(titles).map(([name, title]) => ({
    name,
    title,
    left: textOf(before, name),
    right: textOf(after, name),
    isDifferent: plainText(before[name]) !== plainText(after[name]),
  }))
}

function contentOf({ dataContent }: DataVersion): Record<string, unknown> {
  return JSON.parse(dataContent) as Record<string, unknown>
}

function textOf(content: Record<string, unknown>, name: string): string {
  return plainText(content[`${name}_dictText`] ?? content[name])
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
