import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Something that happened to accounts and rights; changes of records are in the operation log. */
export interface Event {
  kind: 'signIn' | 'operation'
  content: string
  username: string | null
  userId?: string | null
  address: string
  requestId: string
  route: string
  method: string
  result: 'success' | 'failure' | 'refused' | 'locked'
}

/** Writes events; a log that cannot be written never fails the request it tells of. */
export interface EventLog {
  write(event: Event): void
  /** Waits for what is being written; for tests and for a stop. */
  settled(): Promise<void>
}

// Line breaks and other control characters would let input forge an entry.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/g

/** The log in `sys_log`. */
export function createEventLog(db: Kysely<Tables>, warn: (error: unknown) => void): EventLog {
  const pending = new Set<Promise<unknown>>()
  const clean = (text: string, length: number) => text.replace(CONTROL, ' ').slice(0, length)
  return {
    write(event) {
      const writing = db
        .insertInto('sys_log')
        .values({
          id: randomUUID(),
          log_type: event.kind === 'signIn' ? 1 : 2,
          log_content: clean(event.content, 1000),
          userid: event.userId ?? null,
          username: event.username === null ? null : clean(event.username, 100),
          ip: clean(event.address, 64),
          request_url: clean(event.route, 500),
          request_type: event.method,
          result: event.result,
          request_id: event.requestId,
        })
        .execute()
        .catch(warn)
        .finally(() => pending.delete(writing))
      pending.add(writing)
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
