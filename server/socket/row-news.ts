import type { Session } from '../permission/session.ts'
import { pageOf } from './live-rows.ts'
import type { Push } from './push.ts'

/** Changes that come together are told together. */
const SETTLE_MS = 200
/** Keys of one message; more are told as "many". */
const MAX_KEYS = 100

type Told = Extract<Push, { to: 'rows' }>

/** A row that was kept, as the log of operations has it. */
export interface KeptRow {
  table: string
  recordId: string
  before: unknown
}

/** Tells pages that show a table which of its rows were changed. */
export interface RowNews {
  /** Takes what was committed. */
  add(
    context: { session: Pick<Session, 'tenantId' | 'userId'>; page?: string },
    rows: readonly KeptRow[],
  ): void
  close(): void
}

/** Gathers changed rows and tells each table's in one message. */
export function createRowNews({
  push,
  warn,
}: {
  push(told: Push): Promise<void>
  warn(reason: unknown, message: string): void
}): RowNews {
  let waiting = new Map<string, Told>()
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    timer = undefined
    const told = [...waiting.values()]
    waiting = new Map()
    for (const one of told) push(one).catch((error: unknown) => warn(error, 'changed rows not told'))
  }

  return {
    add({ session, page }, rows) {
      const { tenantId } = session
      const by = page === undefined ? null : pageOf(session, page)
      for (const { table, recordId, before } of rows) {
        const key = JSON.stringify([tenantId, table, by])
        const told = waiting.get(key) ?? newsOf(tenantId, table, by)
        waiting.set(key, told)
        if (told.isMany) continue
        const keys = before === null ? told.added : told.changed
        if (!told.added.includes(recordId) && !keys.includes(recordId)) keys.push(recordId)
        if (told.added.length + told.changed.length > MAX_KEYS)
          Object.assign(told, { added: [], changed: [], isMany: true })
      }
      timer ??= setTimeout(tell, SETTLE_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}

function newsOf(tenantId: number, table: string, by: string | null): Told {
  return { to: 'rows', tenantId, table, by, changed: [], added: [], isMany: false }
}
