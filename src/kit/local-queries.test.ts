import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedQuery } from '#schemas/page/advanced-query.ts'
import { createStore } from '../session/storage.ts'
import { createLocalQueries } from './local-queries.ts'

const records = [{ field: 'name', rule: 'like', val: 'a', type: 'text', dbType: 'string' }]
const named = (title: string): SavedQuery => ({ title, matchType: 'or', records })
const KEY = 'pro__JSuperQuerySaved_/expo/ExpoList'
let path = '/expo/ExpoList'
const queries = () =>
  createLocalQueries(
    createStore(() => localStorage),
    () => path,
  )

beforeEach(() => {
  localStorage.clear()
  path = '/expo/ExpoList'
})

describe('saved queries in the browser', () => {
  it('are kept by the path of the route, with title, matchType and records [superquery-02, superquery-21]', async () => {
    await queries().save(named('mine'))
    expect(JSON.parse(localStorage.getItem(KEY) ?? '').value).toEqual([
      { title: 'mine', matchType: 'or', records },
    ])
    path = '/expo/Other'
    expect(await queries().list()).toEqual([])
  })

  it('take the place of one with the same title, and are removed by it', async () => {
    const kept = queries()
    for (const title of ['a', 'b', 'c']) await kept.save(named(title))
    await kept.save({ ...named('b'), matchType: 'and' })
    expect((await kept.list()).map(({ title, matchType }) => [title, matchType])).toEqual([
      ['a', 'or'],
      ['b', 'and'],
      ['c', 'or'],
    ])
    await kept.remove('a')
    expect((await kept.list()).map(({ title }) => title)).toEqual(['b', 'c'])
  })

  it('are read as clients of the origin wrote them, newer and older; what cannot be read is left out', async () => {
    const value = [
      { title: 'new', matchType: 'or', records },
      { title: 'old', type: 'or', content: JSON.stringify(records) },
      { title: 'plain', records },
      { title: 'odd', records: [{ field: 'name', rule: 'USE_SQL_RULES', val: '1=1' }] },
      { title: 'empty', records: [{}] },
      { title: 'broken', content: '{' },
      { records },
      null,
    ]
    localStorage.setItem(KEY, JSON.stringify({ value, expire: null }))
    expect(await queries().list()).toEqual([
      { title: 'new', matchType: 'or', records },
      { title: 'old', matchType: 'or', records },
      { title: 'plain', matchType: 'and', records },
    ])
    localStorage.setItem(KEY, '"nonsense"')
    expect(await queries().list()).toEqual([])
  })
})
