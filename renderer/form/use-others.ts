import { useCallback, useEffect, useRef, useState } from 'react'
import type { Place, Presence } from '#schemas/api/presence.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { OpenedRecord } from '../data/live-records.ts'
import type { Others } from '../grid/sub-table/types.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** Saves that come together are looked at together, and not by all pages at the same moment (ms). */
const SETTLE_MS = 150
const SPREAD_MS = 300
/** A cell that is left has kept what was typed in it by then (ms). */
const LEFT_MS = 150

interface Options {
  form: string
  /** Absent for a new record: nobody else has it. */
  id: string | undefined
  /** Takes the record as it stands now; answers whether all of it was taken. */
  take(current: Row): boolean
}

interface OthersOfRecord {
  others: Others
  /** Names of those who have the record open, once each. */
  names: readonly string[]
  place(place: Place | null): void
  /** Takes what waited for an open cell editor. */
  settle(): void
}

/** Who else has a record open, and what they save: it is read again, with what this user may see of it. */
export function useOthers({ form, id, take }: Options): OthersOfRecord {
  const { client, liveRecords } = useRenderer()
  const [names, setNames] = useState<readonly string[]>([])
  const [{ others, put }] = useState(createOthers)
  const opened = useRef<OpenedRecord | null>(null)
  /** What was read and could not be taken as a whole. */
  const waiting = useRef<Row | null>(null)
  const latest = useRef(take)
  latest.current = take
  const settle = useCallback(() => {
    const current = waiting.current
    if (current && latest.current(current)) waiting.current = null
  }, [])

  useEffect(() => {
    if (!liveRecords || id === undefined) return
    const ended = new AbortController()
    let settling: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      settling = undefined
      // A record that is gone is told of when it is saved.
      const current = await client.get(form, id, { signal: ended.signal }).catch(() => null)
      if (!current || ended.signal.aborted) return
      waiting.current = current
      settle()
    }
    const record = liveRecords.open(form, id, {
      onPeople(people) {
        put(people)
        const now = [...new Set(people.map(({ name }) => name))]
        setNames((before) => (before.join() === now.join() ? before : now))
      },
      onSaved() {
        settling ??= setTimeout(() => void look(), SETTLE_MS + Math.random() * SPREAD_MS)
      },
    })
    opened.current = record
    return () => {
      ended.abort()
      clearTimeout(settling)
      opened.current = null
      record.close()
      put([])
    }
  }, [client, liveRecords, form, id, settle, put])

  const place = useCallback(
    (place: Place | null) => {
      opened.current?.place(place)
      if (!place?.isEditing) setTimeout(settle, LEFT_MS)
    },
    [settle],
  )
  return { others, names, place, settle }
}

/** The others, outside React: they move more often than a form should be drawn. */
function createOthers(): { others: Others; put(people: readonly Presence[]): void } {
  const listeners = new Set<() => void>()
  let all: readonly Presence[] = []
  return {
    others: {
      people: (sub) => all.filter(({ place }) => place?.sub === sub),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    put(people) {
      all = people
      for (const listener of listeners) listener()
    },
  }
}
