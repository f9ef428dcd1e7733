import { beforeEach, describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { Http } from '../api/http.ts'
import { createStore } from '../session/storage.ts'
import { createSavedQueries } from './saved-queries.ts'

const PLACE = { page: 'fair page', form: 'fair' }
const records = [{ field: 'name', rule: 'like', val: 'a' }]
const query = (title: string, more: Partial<SavedQueryOfUser> = {}): SavedQueryOfUser => ({
  id: `id-${title}`,
  title,
  audience: { kind: 'me', id: '', name: '' },
  forMe: true,
  version: 1,
  mayChange: true,
  isDefault: false,
  opens: false,
  onHome: false,
  subscribed: false,
  settings: { matchType: 'or', records, filters: {}, sort: [] },
  lost: { fields: [], unnamed: 0 },
  ...more,
})
const local = (title: string) => ({ title, matchType: 'or', records })

let calls: unknown[][] = []
let answers: Record<string, unknown> = {}
let isDown = false
let isOurs = true
const call =
  (method: string) =>
  async (...asked: unknown[]) => {
    calls.push([method, ...asked])
    if (isDown) throw new RequestError('网络异常', 0)
    const answer = answers[`${method} ${asked[0]}`]
    if (answer instanceof Error) throw answer
    return { success: true, code: 200, message: '', result: answer ?? null, timestamp: 0 }
  }
const http = {
  get: call('GET'),
  post: call('POST'),
  put: call('PUT'),
  delete: call('DELETE'),
} as unknown as Http
const keeper = () =>
  createSavedQueries({
    http,
    store: createStore(() => localStorage),
    path: () => '/fair',
    isOurs: () => isOurs,
  })
const KEY = 'pro__JSuperQuerySaved_/fair'
const copy = () => JSON.parse(localStorage.getItem(KEY) ?? '{"value":[]}').value
const keepHere = (...titles: string[]) =>
  localStorage.setItem(KEY, JSON.stringify({ value: titles.map(local), expire: null }))

beforeEach(() => {
  localStorage.clear()
  calls = []
  answers = {}
  isDown = false
  isOurs = true
})

describe('saved queries of the server', () => {
  it('are read for their list; one’s own are copied to where the origin’s clients keep theirs [superquery-02]', async () => {
    const shared = query('Shared', { audience: { kind: 'all', id: '', name: '' } })
    const filters = query('Filters', { settings: { ...query('x').settings, records: [] } })
    answers['GET /online/view/fair'] = [query('Own'), shared, filters]
    expect((await keeper().list(PLACE)).map(({ title }) => title)).toEqual(['Own', 'Shared', 'Filters'])
    expect(calls).toEqual([['GET', '/online/view/fair', { page: 'fair page' }]])
    expect(copy()).toEqual([local('Own')])
    isDown = true
    expect(await keeper().list(PLACE)).toMatchObject([{ id: 'Own', title: 'Own', settings: { records } }])
  })

  it('are saved, changed, used, put in order and removed by its calls', async () => {
    const { save, change, use, order, counts, home, remove } = keeper()
    answers['POST /online/view/fair'] = 'q1'
    const settings = query('x').settings
    expect(await save(PLACE, { title: 'New', audience: { kind: 'me' }, settings, subscribed: true })).toBe(
      'q1',
    )
    await change?.(PLACE, 'q/1', { title: 'Other' })
    await use?.(PLACE, 'q1', { onHome: true })
    await order?.(PLACE, ['q1'])
    await remove(PLACE, 'q1')
    answers['GET /online/view/fair/counts'] = [{ id: 'q1', count: 3 }]
    expect(await counts?.(PLACE)).toEqual([{ id: 'q1', count: 3 }])
    answers['GET /online/views/home'] = []
    expect(await home?.()).toEqual([])
    expect(calls.map(([method, path, body]) => [method, path, body])).toEqual([
      [
        'POST',
        '/online/view/fair',
        { page: 'fair page', title: 'New', audience: { kind: 'me' }, settings, subscribed: true },
      ],
      ['PUT', '/online/view/fair/q%2F1', { title: 'Other' }],
      ['PUT', '/online/view/fair/q1/use', { onHome: true }],
      ['PUT', '/online/view/fair/order', { page: 'fair page', ids: ['q1'] }],
      ['DELETE', '/online/view/fair/q1', undefined],
      ['GET', '/online/view/fair/counts', { page: 'fair page' }],
      ['GET', '/online/views/home', {}],
    ])
  })
})

describe('saved queries that this browser kept before', () => {
  it('go to the server once; what it has already, or refuses, stays as it is', async () => {
    keepHere('Old', 'Known')
    answers['POST /online/view/fair'] = 'q1'
    expect(await keeper().takeOver?.(PLACE, [query('Known')])).toBe(true)
    expect(calls.map(([method, , body]) => [method, (body as { title: string }).title])).toEqual([
      ['POST', 'Old'],
    ])
    expect(await keeper().takeOver?.(PLACE, [query('Known')])).toBe(false)
    expect(calls).toHaveLength(1)
    expect(copy()).toEqual([local('Known')])
  })

  it('are none for one that is shared under the same name', async () => {
    keepHere('Name')
    answers['POST /online/view/fair'] = new RequestError('查询条件的字段不存在', 400)
    const shared = query('Name', { audience: { kind: 'all', id: '', name: '' } })
    expect(await keeper().takeOver?.(PLACE, [shared])).toBe(true)
    expect(calls).toHaveLength(1)
  })
})

it('where another server keeps none, they stay in this browser, and nothing more is offered', async () => {
  isOurs = false
  const here = keeper()
  const settings = query('x').settings
  expect(await here.save(PLACE, { title: 'Mine', audience: { kind: 'me' }, settings })).toBe('Mine')
  expect(await here.list(PLACE)).toMatchObject([{ id: 'Mine', title: 'Mine', mayChange: true }])
  await here.remove(PLACE, 'Mine')
  expect(await here.list(PLACE)).toEqual([])
  const offered = [here.change, here.use, here.order, here.counts, here.home, here.audiences]
  expect(offered).toEqual(Array(6).fill(undefined))
  expect(calls).toEqual([])
})
