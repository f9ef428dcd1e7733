import { type Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { LiveRowsMessage, PushMessage, RowsChanged } from '#schemas/api/announcement.ts'
import type { Place } from '#schemas/api/presence.ts'
import type { Tables } from '../database/tables.ts'

/** Where processes tell each other what to say to browsers. */
export const PUSH_CHANNEL = 'socket_push'
/** PostgreSQL refuses a notification of 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7900
/** Named users of one notification; more are told in several. */
const USERS_AT_ONCE = 150

/** Something to say to browsers, whichever process they are connected to. */
export type Push =
  /** `userIds` null: everybody of the tenant. */
  | { to: 'users'; tenantId: number; userIds: readonly string[] | null; message: PushMessage }
  | {
      to: 'tables'
      tenantId: number
      socketKey: string
      /** Connection that said it; it is not told. */
      from: string
      message: LiveRowsMessage
    }
  /** Rows of a table were kept, by the page `by`. */
  | ({ to: 'rows'; tenantId: number; table: string; by: string | null } & Omit<RowsChanged, 'form'>)
  /** Somebody has a record open; `asks`: and wants to know who else has. */
  | {
      to: 'presence'
      tenantId: number
      room: string
      from: string
      senderId: string
      name: string
      place: Place | null
      isHere: boolean
      asks: boolean
    }

const KINDS: ReadonlySet<string> = new Set<Push['to']>(['users', 'tables', 'rows', 'presence'])

/** Says it in the transaction that makes it true: what is rolled back is never heard of. */
export async function pushWith(client: PoolClient, push: Push): Promise<void> {
  for (const payload of payloadsOf(push))
    await client.query('select pg_notify($1, $2)', [PUSH_CHANNEL, payload])
}

/** Says it at once. */
export async function pushNow(write: Kysely<Tables>, push: Push): Promise<void> {
  for (const payload of payloadsOf(push))
    await sql`select pg_notify(${PUSH_CHANNEL}, ${payload})`.execute(write)
}

/** Says it to everybody of all tenants: what they share has changed. */
export async function pushToAll(client: Pick<PoolClient, 'query'>, message: PushMessage): Promise<void> {
  const push = { to: 'users', userIds: null, message }
  await client.query(
    "select pg_notify($1, ($2::jsonb || jsonb_build_object('tenantId', id))::text) from platform.sys_tenant",
    [PUSH_CHANNEL, JSON.stringify(push)],
  )
}

/** What another process said; null for what is none of ours. */
export function parsePush(payload: string): Push | null {
  try {
    const push = JSON.parse(payload) as Push
    return KINDS.has(push.to) ? push : null
  } catch {
    return null
  }
}

function payloadsOf(push: Push): string[] {
  if (push.to === 'users') {
    if (push.userIds === null) return [JSON.stringify(push)]
    const payloads: string[] = []
    for (let at = 0; at < push.userIds.length; at += USERS_AT_ONCE)
      payloads.push(JSON.stringify({ ...push, userIds: push.userIds.slice(at, at + USERS_AT_ONCE) }))
    return payloads
  }
  const payload = JSON.stringify(push)
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return [payload]
  if (push.to === 'rows') return [JSON.stringify({ ...push, changed: [], added: [], isMany: true })]
  // Names have their greatest lengths.
  if (push.to === 'presence') return []
  // Too long to be passed on: pages that show the table are told the row's id and ask for it.
  const { message } = push
  if (message.type === 'update_vxe_table') {
    const { id } = message.data.args.row
    const args = { ...message.data.args, row: { id } }
    return [JSON.stringify({ ...push, message: { ...message, data: { ...message.data, args } } })]
  }
  if (message.type === 'common_send_date')
    return [JSON.stringify({ ...push, message: { ...message, data: { ...message.data, args: null } } })]
  return []
}
