import { useEffect, useMemo, useRef, useState } from 'react'
import { allOf } from '#schemas/compile/filter-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { ListQuery, RowSource } from '../../data/data-client.ts'
import type { RowNews } from '../../data/live-lists.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'

/** Changes that come together are looked at together, and not by all pages at the same moment. */
const SETTLE_MS = 200
const SPREAD_MS = 300
/** How long a row shows that somebody else changed it. */
const MARKED_MS = 8000

/** What others did to the rows of a list since it was loaded. */
export interface LiveRows {
  rows: readonly Row[] | null
  /** Keys of rows that were changed a moment ago. */
  marked: ReadonlySet<string>
  /** Keys of rows that were deleted, or are no longer what the list asks for; they stay where they are until it is loaded again. */
  gone: ReadonlySet<string>
  /** New rows that belong to the list and are not in it yet. */
  added: ReadonlySet<string>
  /** More may have changed than is known. */
  isStale: boolean
  /** How often rows changed that are read elsewhere, by what shows them. */
  turn: number
}

/** What is known, and of which rows: of others it says nothing. */
interface Known extends Omit<LiveRows, 'rows'> {
  of: readonly Row[] | null
  fresh: ReadonlyMap<string, Row>
}

const NO_KEYS: ReadonlySet<string> = new Set()
const NOTHING: Known = {
  of: null,
  fresh: new Map(),
  marked: NO_KEYS,
  gone: NO_KEYS,
  added: NO_KEYS,
  isStale: false,
  turn: 0,
}

/** Keeps the rows of a list as others change them: the changed ones that it shows are read again in one call, and nothing moves. */
export function useLiveRows(
  source: RowSource | null,
  call: ListQuery | null,
  records: readonly Row[] | undefined,
): LiveRows {
  const { client, liveLists } = useRenderer()
  const [state, setState] = useState(NOTHING)
  const shown = records ?? null
  const latest = useRef({ call, shown })
  latest.current = { call, shown }

  useEffect(() => {
    if (!liveLists || !source || source.url || source.platform || source.offeredBy !== undefined) return
    const waiting = { changed: new Set<string>(), added: new Set<string>(), isMany: false }
    const ended = new AbortController()
    let settling: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setTimeout> | undefined

    const hear = (news: RowNews) => {
      for (const id of news.changed) waiting.changed.add(id)
      for (const id of news.added) waiting.added.add(id)
      waiting.isMany ||= news.isMany
      lookSoon()
    }
    const lookSoon = () => {
      // A tab that nobody looks at asks for nothing until it is seen.
      if (document.hidden || settling !== undefined) return
      if (waiting.changed.size + waiting.added.size === 0 && !waiting.isMany) return
      settling = setTimeout(
        () => {
          settling = undefined
          void look()
        },
        SETTLE_MS + Math.random() * SPREAD_MS,
      )
    }
    const look = async () => {
      const { call, shown } = latest.current
      const { isMany } = waiting
      const news = { changed: new Set(waiting.changed), added: new Set(waiting.added) }
      waiting.changed.clear()
      waiting.added.clear()
      waiting.isMany = false
      if (!call) return
      if (!shown) {
        // A board reads its rows itself, each time that some of them have changed.
        setState((before) => {
          const known = knownOf(before, null)
          return { ...known, marked: new Set([...news.changed, ...news.added]), turn: known.turn + 1 }
        })
        fade()
        return
      }
      const keys = shown.map(({ id }) => String(id))
      const here = new Set(keys.filter((id) => isMany || news.changed.has(id) || news.added.has(id)))
      const asked = [...new Set([...here, ...news.added])]
      // Rows that stand below rows are not among those of one call.
      if (call.tree || (isMany && asked.length === 0)) {
        setState((before) => ({ ...knownOf(before, shown), isStale: true }))
        return
      }
      if (asked.length === 0) return
      const filter = allOf(
        [call.filter, { field: 'id', rule: 'in' as const, val: asked }].filter((one) => one !== undefined),
      )
      const query: ListQuery = { ...call, ...(filter ? { filter } : {}), pageNo: 1, pageSize: asked.length }
      const found = await client.list(source, query, { signal: ended.signal }).catch(() => null)
      if (!found || ended.signal.aborted || latest.current.shown !== shown) return
      const now = new Map(found.records.map((row) => [String(row.id), row]))
      setState((before) => merged(knownOf(before, shown), { now, here, asked, isMany }))
      fade()
    }
    const fade = () => {
      clearTimeout(fading)
      fading = setTimeout(() => setState((before) => ({ ...before, marked: NO_KEYS })), MARKED_MS)
    }

    const leave = liveLists.watch(source.code, hear)
    document.addEventListener('visibilitychange', lookSoon)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', lookSoon)
      ended.abort()
      clearTimeout(settling)
      clearTimeout(fading)
    }
  }, [liveLists, source, client])

  const known = knownOf(state, shown)
  const { fresh, marked, gone, added, isStale, turn } = known
  const rows = useMemo(
    () => (shown && fresh.size > 0 ? shown.map((row) => fresh.get(String(row.id)) ?? row) : shown),
    [shown, fresh],
  )
  return { rows, marked, gone, added, isStale, turn }
}

/** What is known of these rows. */
function knownOf(state: Known, of: Known['of']): Known {
  return state.of === of ? state : { ...NOTHING, of }
}

interface Looked {
  now: ReadonlyMap<string, Row>
  here: ReadonlySet<string>
  asked: readonly string[]
  isMany: boolean
}

function merged(known: Known, { now, here, asked, isMany }: Looked): Known {
  const [fresh, marked, gone, added] = [
    new Map(known.fresh),
    new Set(known.marked),
    new Set(known.gone),
    new Set(known.added),
  ]
  const before = new Map((known.of ?? []).map((row) => [String(row.id), row]))
  for (const id of asked) {
    const row = now.get(id)
    if (!here.has(id)) {
      if (row) added.add(id)
    } else if (!row) gone.add(id)
    else {
      gone.delete(id)
      if (JSON.stringify(row) === JSON.stringify(fresh.get(id) ?? before.get(id))) continue
      fresh.set(id, row)
      marked.add(id)
    }
  }
  return { ...known, fresh, marked, gone, added, isStale: known.isStale || isMany }
}
