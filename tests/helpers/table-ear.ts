import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import WebSocket from 'ws'
import type { Presence } from '#schemas/api/presence.ts'
import type { App } from '#server/app.ts'
import { API } from './app.ts'

/** A page's line for its tables. */
export interface TableEar {
  heard: { type: string; data: unknown }[]
  /** Who it was told of, in the order in which it was told. */
  people(): Presence[]
  /** Texts as they came. */
  texts: string[]
  socket: WebSocket
  say(type: string, data: unknown): void
}

/** Opens the line of a page that shows these tables and records; the app listens already. */
export async function openTableEar(
  app: App,
  { userId, token, page, keys }: { userId: string; token: string; page: string; keys: readonly string[] },
): Promise<TableEar> {
  const { port } = app.server.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${API}/vxeSocket/${userId}/${page}`, ['expo', token])
  const texts: string[] = []
  const heard: TableEar['heard'] = []
  socket.on('message', (data) => {
    texts.push(String(data))
    heard.push(JSON.parse(String(data)))
  })
  await once(socket, 'open')
  const say: TableEar['say'] = (type, data) => socket.send(JSON.stringify({ type, data }))
  say('heart_beat', { socketKeys: keys })
  // By then it is in the rooms that it may be in.
  await expect.poll(() => heard.some(({ type }) => type === 'heart_beat'), { timeout: 10_000 }).toBe(true)
  return {
    heard,
    texts,
    socket,
    say,
    people: () => heard.flatMap(({ type, data }) => (type === 'presence' ? [data as Presence] : [])),
  }
}
