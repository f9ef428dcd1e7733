import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { SysLog, Tables } from '../database/tables.ts'

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

/** Rows of one insert. */
const MAX_BATCH = 200
/** Events that wait; more are given up and counted, so that a flood of refusals cannot fill the memory. */
const MAX_WAITING = 5000

// Line breaks and other control characters would let input forge an entry.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/g

/** The log in `sys_log`. `warn` hears of events that could not be kept. */
export function createEventLog(db: Kysely<Tables>, warn: (lost: number, reason: unknown) => void): EventLog {
  const waiting: Insertable<SysLog>[] = []
  let lost = 0
  let writing: Promise<void> | null = null

  /** One insert at a time, however many requests are refused at once. */
  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        await db.insertInto('sys_log').values(batch).execute()
      } catch (error) {
        warn(batch.length, error)
      }
      if (lost > 0) warn(lost, 'too many events at once')
      lost = 0
    }
  }

  return {
    write(event) {
      if (waiting.length >= MAX_WAITING) {
        lost++
        return
      }
      waiting.push(rowOf(event))
      writing ??= drain().finally(() => {
        writing = null
      })
    },
    async settled() {
      await writing
    },
  }
}

function rowOf(event: Event): Insertable<SysLog> {
  const clean = (text: string, length: number) => text.replace(CONTROL, ' ').slice(0, length)
  return {
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
    // The time of the event, not of the insert.
    create_time: new Date(),
  }
}
