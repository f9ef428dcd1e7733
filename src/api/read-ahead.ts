import type { Http, Params } from './http.ts'

/** A read that was not used for this long may be out of date and is dropped. */
const FRESH_MS = 10_000

export interface ReadAhead {
  /** Takes an answer that is under way instead of asking again: each once. */
  http: Http
  /** Reads through this one are begun for somebody who does not exist yet. */
  ahead: Http
}

/**
 * Lets reads begin before the component that shows them is drawn; it asks as if nothing had happened. `who` tells whose
 * answers they are: those of another user are not taken.
 */
export function readAhead(http: Http, who: () => string | null, now: () => number = Date.now): ReadAhead {
  const begun = new Map<string, { answer: Promise<unknown>; at: number }>()
  const keyOf = (path: string, params: Params = {}) =>
    JSON.stringify([
      who(),
      path,
      Object.entries(params).filter(([, value]) => value !== undefined && value !== null),
    ])

  return {
    http: {
      ...http,
      get<T>(...[path, params, options]: Parameters<Http['get']>): Promise<T> {
        const key = keyOf(path, params)
        const found = begun.get(key)
        begun.delete(key)
        if (!found || options?.headers || now() - found.at > FRESH_MS) return http.get(path, params, options)
        return found.answer as Promise<T>
      },
    },
    ahead: {
      ...http,
      get<T>(...[path, params, options]: Parameters<Http['get']>): Promise<T> {
        const answer = http.get<T>(path, params, options)
        begun.set(keyOf(path, params), { answer, at: now() })
        // Whoever takes it hears of a failure.
        answer.catch(() => {})
        return answer
      },
    },
  }
}
