import { beforeEach, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { MAX_DRAFT_BYTES } from '#schemas/api/draft.ts'
import { createStore } from '../session/storage.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import type { Http } from './http.ts'

const PLACE = { form: 'expo', id: 'r1' }
const { signal } = new AbortController()
let isDown = false
let stored: object[] = []
const calls: unknown[][] = []
const answer =
  (result: unknown) =>
  async (...asked: unknown[]) => {
    calls.push(asked)
    if (isDown) throw new RequestError('网络异常', 0)
    return { success: true, code: 200, message: '', result: typeof result === 'function' ? result() : result }
  }
const http = { get: answer(() => stored), put: answer(null), delete: answer(null) } as unknown as Http
let clock = 1_000_000
const keeper = (name = 'DRAFTS_u1_1', takesDrafts = true) =>
  createDraftKeeper(
    http,
    createStore(() => localStorage),
    name,
    () => takesDrafts,
    () => clock,
  )

beforeEach(() => {
  localStorage.clear()
  calls.length = 0
  stored = []
  isDown = false
})

it('keeps a draft on the server, and nothing in the browser', async () => {
  await keeper().keep(PLACE, 'k', { version: 3, before: {}, mine: { name: '甲' } })
  expect(calls[0]).toMatchObject([
    '/online/draft/expo',
    { key: 'k', record: 'r1', version: 3, mine: { name: '甲' } },
    { quiet: true, aside: true },
  ])
  expect(localStorage.length).toBe(0)
})

it('keeps it in the browser while the server does not take it, for this user and record alone', async () => {
  isDown = true
  await keeper().keep(PLACE, 'k', { before: {}, mine: { name: '甲' } })
  clock += 5000
  expect(await keeper().find(PLACE, signal)).toEqual([{ key: 'k', age: 5, before: {}, mine: { name: '甲' } }])
  expect(await keeper('DRAFTS_u2_1').find(PLACE, signal)).toEqual([])
  expect(await keeper().find({ form: 'expo' }, signal)).toEqual([])
  isDown = false
  await keeper().keep(PLACE, 'k', { before: {}, mine: { name: '甲乙' } })
  expect(localStorage.length).toBe(0)
})

it('offers the newer state of a draft that is in both places, the newest first', async () => {
  stored = [
    { key: 'k', age: 60, before: {}, mine: { name: '旧' } },
    { key: 'other', age: 30, before: {}, mine: { name: '乙' } },
  ]
  keeper().keepHere(PLACE, 'k', { before: {}, mine: { name: '新' } })
  expect(await keeper().find(PLACE, signal)).toMatchObject([
    { key: 'k', mine: { name: '新' } },
    { key: 'other' },
  ])
  await keeper().drop(PLACE, 'k')
  expect(calls.at(-1)).toMatchObject(['/online/draft/expo', { key: 'k' }, { quiet: true, aside: true }])
  expect(await keeper().find(PLACE, signal)).toMatchObject([
    { key: 'other' },
    { key: 'k', mine: { name: '旧' } },
  ])
})

it('keeps few in the browser, none for longer than a month, and none that is too large', async () => {
  for (let n = 0; n < 10; n += 1) keeper().keepHere(PLACE, `k${n}`, { before: {}, mine: { n } })
  const found = await keeper().find(PLACE, signal)
  expect(found.map(({ key }) => key)).toEqual(['k9', 'k8', 'k7', 'k6', 'k5', 'k4', 'k3', 'k2'])
  keeper().keepHere(PLACE, 'large', { before: {}, mine: { text: 'x'.repeat(MAX_DRAFT_BYTES) } })
  expect(await keeper().find(PLACE, signal)).toHaveLength(8)
  clock += 31 * 86_400_000
  expect(await keeper().find(PLACE, signal)).toEqual([])
})

it('asks a server that has no drafts nothing, and keeps them in this browser', async () => {
  const other = keeper('DRAFTS_u1_1', false)
  await other.keep(PLACE, 'k', { before: {}, mine: { name: '甲' } })
  expect(await other.find(PLACE, signal)).toMatchObject([{ key: 'k', mine: { name: '甲' } }])
  await other.drop(PLACE, 'k')
  expect(await other.find(PLACE, signal)).toEqual([])
  expect(calls).toEqual([])
})
