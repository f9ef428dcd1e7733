import type { LiveRowsMessage } from '#schemas/api/announcement.ts'
import type { Place } from '#schemas/api/presence.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { may, rowRule } from '../permission/may.ts'
import type { Session } from '../permission/session.ts'
import type { Connection } from './hub.ts'
import type { Push } from './push.ts'

type Told = Extract<Push, { to: 'presence' }>

export interface PresenceParts {
  form(name: string): CompiledForm | null
  /** Rights as they are now; null for somebody who has none any more. */
  current(connection: Connection): Promise<Session | null>
  /** Whether the row is one that the session may read. */
  seesRow(session: Session, form: CompiledForm, id: string): Promise<boolean>
  push(push: Push): Promise<void>
}

/**
 * Who has which record open. A record is a room, named `<form code>:<record id>`; whoever may read the record may be in it, and is
 * told who else is.
 */
export interface Presence {
  /** The keys among these that the connection may have: all but those of records that its user may not read. */
  admitted(connection: Connection, keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes the keys of a page; others are told who came, who is still there, and who went. */
  join(connection: Connection, keys: ReadonlySet<string>): Promise<void>
  place(connection: Connection, room: string, place: Place | null): Promise<void>
  /** What a connection is told of another; null when it may not hear of it. Whoever has just come is told of it in return. */
  text(connection: Connection, told: Told): Promise<string | null>
}

/** The record that a key names; null for one that names a list. */
export function recordOf(key: string): { code: string; id: string } | null {
  const at = key.indexOf(':')
  return at < 0 ? null : { code: key.slice(0, at), id: key.slice(at + 1) }
}

/** Presence over what the server knows of records and rights. */
export function createPresence({ form, current, seesRow, push }: PresenceParts): Presence {
  /** `known`: the record was there, and the user's, when the connection joined its room. */
  async function mayRead(session: Session, room: string, known: boolean): Promise<boolean> {
    const { code, id } = recordOf(room) ?? { code: '', id: '' }
    const compiled = form(code)
    if (!compiled || !may(session, 'detail', { form: compiled }).allowed) return false
    // What no rule narrows is as it was.
    return (known && rowRule(session, compiled) === null) || seesRow(session, compiled, id)
  }

  async function tell(connection: Connection, room: string, more: Partial<Told>): Promise<void> {
    const { id, session, page } = connection
    await push({
      to: 'presence',
      tenantId: session.tenantId,
      room,
      from: id,
      senderId: page ?? '',
      name: session.realname || session.username,
      place: connection.places.get(room) ?? null,
      isHere: true,
      asks: false,
      ...more,
    })
  }

  /** The place as far as the reader may see where it is. */
  async function seen(reader: Session, room: string, place: Place | null): Promise<Place | null> {
    const main = form(recordOf(room)?.code ?? '')
    const sub = place && main?.subTables.some(({ code }) => code === place.sub) ? form(place.sub) : null
    if (!place || !sub) return null
    const { row, field } = place
    const isSeen = row !== null && (rowRule(reader, sub) === null || (await seesRow(reader, sub, row)))
    const isColumn =
      field !== null &&
      sub.fields.some(({ name }) => name === field) &&
      may(reader, 'see', { form: sub, column: field }).allowed
    return { ...place, row: isSeen ? row : null, field: isSeen && isColumn ? field : null }
  }

  return {
    async admitted(connection, keys) {
      const rooms = keys.filter((key) => recordOf(key))
      if (rooms.length === 0) return new Set(keys)
      const session = await current(connection)
      const refused = new Set<string>()
      for (const room of rooms)
        if (!session || !(await mayRead(session, room, connection.socketKeys.has(room)))) refused.add(room)
      return new Set(keys.filter((key) => !refused.has(key)))
    },

    async join(connection, keys) {
      const before = connection.socketKeys
      connection.socketKeys = keys
      for (const room of before) {
        if (!recordOf(room) || keys.has(room)) continue
        connection.places.delete(room)
        await tell(connection, room, { isHere: false })
      }
      for (const room of keys) if (recordOf(room)) await tell(connection, room, { asks: !before.has(room) })
    },

    async place(connection, room, place) {
      if (!recordOf(room) || !connection.socketKeys.has(room)) return
      const session = await current(connection)
      if (!session || !(await mayRead(session, room, true))) return
      connection.places.set(room, place)
      await tell(connection, room, {})
    },

    async text(connection, { room, senderId, name, place, isHere, asks }) {
      const session = await current(connection)
      if (!session || !(await mayRead(session, room, true))) return null
      if (asks) await tell(connection, room, {})
      const data = { socketKey: room, senderId, name, place: await seen(session, room, place), isHere }
      return JSON.stringify({ type: 'presence', data } satisfies LiveRowsMessage)
    },
  }
}
