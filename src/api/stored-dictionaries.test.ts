import { expect, it } from 'vitest'
import { choiceCalls } from './choice-calls.ts'
import type { DictItems } from './dict-items.ts'
import type { Http } from './http.ts'
import { createStoredDictionaries } from './stored-dictionaries.ts'

const SEX = {
  sex: [
    { value: '1', text: '男' },
    { value: '2', text: '女' },
  ],
}

/** A server with dictionaries, a browser that keeps some, and the paths that were asked for. */
function bench(kept: { items: DictItems; version: string | null }) {
  const server = { items: SEX as DictItems, version: 'v1', isDown: false }
  const asked: string[] = []
  const http = {
    async get(path: string) {
      asked.push(path)
      if (server.isDown) throw new Error('down')
      const result = path.endsWith('version')
        ? server.version
        : path.endsWith('queryAllDictItems')
          ? server.items
          : path.includes('loadDictItem')
            ? ['停用的']
            : [{ value: '9', text: '问来的' }]
      return { success: true, code: 200, message: '', result, timestamp: 0 }
    },
  } as unknown as Http
  const stored = createStoredDictionaries({
    http: () => http,
    read: () => kept,
    keep(items, version) {
      kept.items = items
      kept.version = version
    },
  })
  return { server, asked, stored, calls: choiceCalls(http, stored), kept }
}

it('items that are kept are used before a call, after their version was compared once [cache-01]', async () => {
  const { asked, calls } = bench({ items: SEX, version: 'v1' })
  expect(await calls.options({ kept: 'sex' }, {})).toEqual(SEX.sex)
  expect(await calls.options({ kept: 'sex' }, { keyword: '女', pageSize: 5 })).toEqual([
    { value: '2', text: '女' },
  ])
  expect(await calls.labels({ kept: 'sex' }, ['2', '1'])).toEqual([
    { value: '2', text: '女' },
    { value: '1', text: '男' },
  ])
  expect(asked).toEqual(['sys/dict/version'])
})

it('what the browser does not keep is asked for: another dictionary, an item no longer offered [cache-01]', async () => {
  const { asked, calls } = bench({ items: SEX, version: 'v1' })
  expect(await calls.options({ kept: 'other' }, {})).toEqual([{ value: '9', text: '问来的' }])
  expect(await calls.labels({ kept: 'sex' }, ['99'])).toEqual([{ value: '99', text: '停用的' }])
  expect(asked.slice(1)).toEqual(['/sys/dict/getDictItems/other', '/sys/dict/loadDictItem/sex'])
})

it('a dictionary that was changed is not stale after a reload, nor after the server said so [cache-01]', async () => {
  const { server, calls, stored, kept } = bench({
    items: { sex: [{ value: '1', text: '旧' }] },
    version: 'v0',
  })
  expect(await calls.options({ kept: 'sex' }, {})).toEqual(SEX.sex)
  expect(kept.version).toBe('v1')
  Object.assign(server, { items: { sex: [{ value: '1', text: '新' }] }, version: 'v2' })
  expect(await calls.options({ kept: 'sex' }, {})).toEqual(SEX.sex)
  stored.changed()
  expect(await calls.options({ kept: 'sex' }, {})).toEqual([{ value: '1', text: '新' }])
})

it('a server that does not know the version is asked for each dictionary', async () => {
  const { server, stored } = bench({ items: SEX, version: 'v1' })
  server.isDown = true
  expect(await stored.items('sex')).toBeNull()
  server.isDown = false
  expect(await stored.items('sex')).toEqual(SEX.sex)
})
