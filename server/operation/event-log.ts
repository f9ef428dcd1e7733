import type { Insertable, Kysely } from 'kysely'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { FIRST_TENANT } from '../database/first-data/tenant.ts'
import type { SysLog, Tables } from '../database/tables.ts'
import { timeOrderedIds } from './time-ordered-ids.ts'

/** Something that happened to accounts, rights or records; what became of a record is in the operation log. */
export interface Event {
  kind: 'signIn' | 'operation'
  content: string
  username: string | null
  userId?: string | null
  /** The tenant that the caller works in; where absent, the one that the user belongs to. */
  tenantId?: number | undefined
  address: string
  requestId: string
  route: string
  method: string
  result: 'success' | 'failure' | 'refused' | 'locked'
  /** Of a change: its kind (a value of the dictionary operate_type), the address called, its parameters and its ms. */
  change?: { type: number; url: string; parameters: string | null; ms: number }
}

/** Writes events; a log that cannot be written never fails the request it tells of. */
export interface EventLog {
  write(event: Event): void
  /** Whether an event of this change was written; asked once, when it is answered. */
  takeTold(requestId: string): boolean
  /** What the line of a change under way says, in place of words made of its address. */
  describe(requestId: string, content: string): void
  /** What was said of a change; asked once, when it is answered. */
  takeDescription(requestId: string): string | null
  /** Waits until everything is written; for tests and for a stop. */
  settled(): Promise<void>
}

/** Rows of one insert. */
const MAX_BATCH = 200
/** Events that wait; more are given up and counted, so that a flood of refusals cannot fill the memory. */
const MAX_WAITING = 5000
/** Events are gathered for this long (ms), so that writing them costs the requests little. */
const GATHERED_MS = 250

// Line breaks and other control characters would let input forge an entry.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/g

type LogRow = Omit<Insertable<SysLog>, 'tenant_id'> & { tenant_id: number | null }

/** The log in `sys_log`. `warn` hears of events that could not be kept. */
export function createEventLog(db: Kysely<Tables>, warn: (lost: number, reason: unknown) => void): EventLog {
  const waiting: LogRow[] = []
  /** Changes under way of which something was written. */
  const told = new Set<string>()
  const descriptions = new Map<string, string>()
  const nextId = timeOrderedIds()
  let lost = 0
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  /** One insert at a time, however many requests there are at once. */
  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        await db
          .insertInto('sys_log')
          .values(await withTenants(db, batch))
          .execute()
      } catch (error) {
        warn(batch.length, error)
      }
      if (lost > 0) warn(lost, 'too many events at once')
      lost = 0
    }
  }

  function begin(): void {
    if (timer) clearTimeout(timer)
    timer = null
    writing ??= drain().finally(() => {
      writing = null
      if (waiting.length > 0) begin()
    })
  }

  return {
    write(event) {
      if (event.method !== 'GET') told.add(event.requestId)
      if (waiting.length >= MAX_WAITING) {
        lost++
        return
      }
      waiting.push(rowOf(event, nextId))
      if (waiting.length >= MAX_BATCH) begin()
      else timer ??= setTimeout(begin, GATHERED_MS).unref()
    },
    takeTold: (requestId) => told.delete(requestId),
    describe(requestId, content) {
      descriptions.set(requestId, content)
    },
    takeDescription(requestId) {
      const content = descriptions.get(requestId) ?? null
      descriptions.delete(requestId)
      return content
    },
    async settled() {
      while (waiting.length > 0 || writing) {
        begin()
        await writing
      }
    },
  }
}

/** Lines of users who are not signed in belong to a tenant of the user that was named; of strangers, to the platform's own. */
async function withTenants(db: Kysely<Tables>, rows: readonly LogRow[]): Promise<Insertable<SysLog>[]> {
  const open = rows.filter(({ tenant_id }) => tenant_id === null)
  const names = [...new Set(open.flatMap(({ username }) => username?.toLowerCase() ?? []))]
  const found =
    names.length === 0
      ? []
      : await db
          .selectFrom('sys_user as u')
          .innerJoin('sys_user_tenant as t', 't.user_id', 'u.id')
          .where((eb) => eb(eb.fn<string>('lower', ['u.username']), 'in', names))
          .groupBy('u.username')
          .select((eb) => ['u.username', eb.fn.min('t.tenant_id').as('tenant')])
          .execute()
  const tenants = new Map(found.map(({ username, tenant }) => [username.toLowerCase(), Number(tenant)]))
  return rows.map((row) => ({
    ...row,
    tenant_id: row.tenant_id ?? tenants.get(row.username?.toLowerCase() ?? '') ?? FIRST_TENANT,
  }))
}

function rowOf(event: Event, nextId: (now: Date) => string): LogRow {
  const clean = (text: string, length: number) => text.replace(CONTROL, ' ').slice(0, length)
  // The time of the event, not of the insert.
  const now = new Date()
  const { change } = event
  return {
    id: nextId(now),
    log_type: event.kind === 'signIn' ? 1 : 2,
    log_content: clean(event.content, 1000),
    userid: event.userId ?? null,
    username: event.username === null ? null : clean(event.username, 100),
    tenant_id: event.tenantId ?? null,
    ip: clean(event.address, 64),
    method: clean(event.route, 200),
    request_url: clean(change?.url ?? event.route, 500),
    request_type: event.method,
    result: event.result,
    request_id: event.requestId,
    operate_type: change?.type ?? null,
    request_param: change?.parameters ? clean(change.parameters, 4000) : null,
    cost_time: change?.ms ?? null,
    create_time: wireTime(now).datetime,
  }
}
