import type { Problem } from '../model.ts'

/** Place in a document: keys and indexes from the root. */
export type Place = readonly (string | number)[]

/** What a check found, before its place is known as line and column. */
export interface Finding {
  severity: Problem['severity']
  code: string
  place: Place
  message: string
  suggestion?: string
  /** Nothing of the document can be used. */
  fatal?: boolean
  /** Point to the key rather than to its value. */
  atKey?: boolean
  /** Point to this character of a text, counted from 0. */
  within?: number
}

/** Collects findings, and the mendings that follow once all checks have looked. */
export interface Findings {
  error(
    place: Place,
    code: string,
    message: string,
    more?: {
      suggestion?: string | undefined
      repair?: (() => void) | undefined
      atKey?: boolean
      within?: number
    },
  ): void
  /** A mistake that leaves nothing of the document to be used. */
  fatal(place: Place, code: string, message: string, more?: { suggestion?: string }): void
  warning(
    place: Place,
    code: string,
    message: string,
    more?: { suggestion?: string; repair?: () => void; atKey?: boolean },
  ): void
  /** Fields whose choices come from something that is missing. */
  readonly unresolved: Set<string>
  readonly list: readonly Finding[]
  readonly repairs: readonly (() => void)[]
}

/** An empty collection. */
export function createFindings(): Findings {
  const list: Finding[] = []
  const repairs: (() => void)[] = []
  const add =
    (severity: Finding['severity']): Findings['error'] =>
    (place, code, message, more = {}) => {
      const { repair, ...rest } = more
      list.push({ severity, code, place, message, ...rest })
      if (repair) repairs.push(repair)
    }
  return {
    error: add('error'),
    fatal: (place, code, message, more = {}) =>
      list.push({ severity: 'error', fatal: true, code, place, message, ...more }),
    warning: add('warning'),
    unresolved: new Set(),
    list,
    repairs,
  }
}
