/** A day as a range of points of time, to the second. */
export interface WholeDay {
  first: string
  last: string
}

/** A day compared with a point of time means the whole day; null for a text that is no day. */
export function wholeDay(text: string): WholeDay | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { first: `${text} 00:00:00`, last: `${text} 23:59:59` } : null
}

/** The second of a day that a comparison of order is made with. */
export function boundOf({ first, last }: WholeDay, rule: 'gt' | 'ge' | 'lt' | 'le'): string {
  return rule === 'le' || rule === 'gt' ? last : first
}
