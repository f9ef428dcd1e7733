import type { DraftKeeper, DraftPlace } from '#renderer/index.ts'
import { type Draft, type DraftContent, MAX_DRAFT_BYTES } from '#schemas/api/draft.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type Http, resultOf } from './http.ts'

/** Where values are kept in this browser. */
interface Kept {
  get<T>(name: string): T | null
  set(name: string, value: unknown, lifetimeMs?: number): void
  remove(name: string): void
}

/** A draft in this browser. */
interface LocalDraft extends DraftContent {
  form: string
  id: string
  key: string
  /** By this browser's clock (ms). */
  at: number
}

/** Nobody waits for it, and no screen shows it. */
const ASIDE = { quiet: true, aside: true } as const
/** As long as the server keeps one. */
const LIFETIME_MS = 30 * 86_400_000
/** Local storage holds some five megabytes, for everything. */
const MAX_LOCAL = 8

/**
 * Drafts on the server; while it does not take them (nobody is signed in any more, the line is down, another server), in this
 * browser. `name` is that of user and tenant.
 */
export function createDraftKeeper(
  http: Http,
  kept: Kept,
  name: string,
  /** The server at hand has the calls of drafts. */
  takesDrafts: () => boolean,
  now: () => number = Date.now,
): DraftKeeper {
  const local = () => (kept.get<LocalDraft[]>(name) ?? []).filter(({ at }) => at > now() - LIFETIME_MS)
  const setLocal = (drafts: readonly LocalDraft[]) =>
    drafts.length > 0 ? kept.set(name, drafts.slice(0, MAX_LOCAL), LIFETIME_MS) : kept.remove(name)
  const forgetHere = (key: string) => {
    const all = local()
    if (all.some((one) => one.key === key)) setLocal(all.filter((one) => one.key !== key))
  }
  const address = ({ form }: DraftPlace) => `/online/draft/${encodeURIComponent(form)}`

  function keepHere({ form, id = '' }: DraftPlace, key: string, content: DraftContent): void {
    if (JSON.stringify(content).length > MAX_DRAFT_BYTES) return
    setLocal([{ ...content, form, id, key, at: now() }, ...local().filter((one) => one.key !== key)])
  }

  async function stored(place: DraftPlace, signal: AbortSignal): Promise<Draft[]> {
    if (!takesDrafts()) return []
    try {
      return resultOf(
        await http.get<Envelope<Draft[]>>(address(place), { record: place.id }, { signal, quiet: true }),
      )
    } catch {
      return []
    }
  }

  return {
    keepHere,
    async find(place, signal, came) {
      const answered = came ?? (await stored(place, signal))
      const { form, id = '' } = place
      const here = local()
        .filter((one) => one.form === form && one.id === id)
        .map(
          ({ form: _form, id: _id, at, ...draft }): Draft => ({
            ...draft,
            age: Math.max(0, Math.round((now() - at) / 1000)),
          }),
        )
      const byKey = new Map<string, Draft>()
      for (const draft of [...answered, ...here]) {
        const known = byKey.get(draft.key)
        if (!known || draft.age < known.age) byKey.set(draft.key, draft)
      }
      return [...byKey.values()].sort((a, b) => a.age - b.age)
    },
    async keep(place, key, content) {
      if (takesDrafts())
        try {
          const body = { key, ...(place.id ? { record: place.id } : {}), ...content }
          resultOf(await http.put<Envelope<null>>(address(place), body, ASIDE))
          forgetHere(key)
          return true
        } catch {
          // Kept here, as where the server has no drafts.
        }
      keepHere(place, key, content)
      return false
    },
    async drop(place, key) {
      forgetHere(key)
      if (!takesDrafts()) return
      try {
        resultOf(await http.delete<Envelope<null>>(address(place), { key }, ASIDE))
      } catch {
        // Offered once more, and rejected there.
      }
    },
  }
}
