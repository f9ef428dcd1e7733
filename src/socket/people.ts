import type { Presence } from '#schemas/api/presence.ts'

/** Who was not heard of for this long is gone: three heartbeats. */
export const FORGET_MS = 30_000

/** The others in one record, as they are told of one by one. */
export interface People {
  hear(one: Presence): void
  /** The line is lost: nothing is known of anybody. */
  forget(): void
  close(): void
}

/** Tells of all who are there whenever somebody comes, moves or goes; pages that are no longer heard of are gone. */
export function createPeople(ownPage: string, tell: (people: readonly Presence[]) => void): People {
  const known = new Map<string, { one: Presence; at: number }>()
  const tellAll = () => tell([...known.values()].map(({ one }) => one))
  const pruning = setInterval(() => {
    const before = known.size
    for (const [key, { at }] of known) if (Date.now() - at >= FORGET_MS) known.delete(key)
    if (known.size < before) tellAll()
  }, FORGET_MS / 3)
  return {
    hear(one) {
      // The line that this page had before may still be open on the server.
      if (one.senderId === ownPage) return
      const key = JSON.stringify([one.senderId, one.name])
      const before = known.get(key)?.one
      if (one.isHere) known.set(key, { one, at: Date.now() })
      else known.delete(key)
      // Most heartbeats tell nothing new.
      if (JSON.stringify(before) !== JSON.stringify(known.get(key)?.one)) tellAll()
    },
    forget() {
      if (known.size === 0) return
      known.clear()
      tellAll()
    },
    close: () => clearInterval(pruning),
  }
}
