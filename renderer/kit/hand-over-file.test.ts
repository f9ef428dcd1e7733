import { afterEach, expect, it, vi } from 'vitest'
import { RequestError } from '../data/data-client.ts'
import { handOverFile } from './hand-over-file.ts'

function setUp(answer: () => Promise<Blob>) {
  const given: string[] = []
  const warned: string[] = []
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push(`${this.download} ${this.href}`)
  })
  return {
    given,
    warned,
    start: () => handOverFile(answer(), '展会.xlsx', (message) => warned.push(message)),
  }
}
afterEach(() => vi.restoreAllMocks())

it('hands the file to the user under its name', async () => {
  const { given, warned, start } = setUp(async () => new Blob(['x'], { type: 'application/zip' }))
  expect(await start()).toBe(true)
  expect(given).toEqual(['展会.xlsx blob:x'])
  expect(warned).toEqual([])
})

it.each([
  ['is empty', async () => new Blob()],
  [
    'is the reason why there is none',
    async () => new Blob(['{"success":false}'], { type: 'application/json' }),
  ],
  ['does not come', () => Promise.reject(new RequestError('x', 500, null, null, false))],
])('warns once of a file that %s [err-18] [err-39]', async (_how, answer) => {
  const { given, warned, start } = setUp(answer as () => Promise<Blob>)
  expect(await start()).toBe(false)
  expect(warned).toEqual(['文件下载失败'])
  expect(given).toEqual([])
})

it('adds no word to that of a session that ended', async () => {
  const { warned, start } = setUp(() => Promise.reject(new RequestError('登录已过期', 401, null, null, true)))
  expect(await start()).toBe(false)
  expect(warned).toEqual([])
})

it('says so of what is no file that it knows [err-40]', async () => {
  const { given, warned, start } = setUp(async () => new Blob(['<html>'], { type: 'text/html' }))
  expect(await start()).toBe(false)
  expect(warned).toEqual(['未知的文件'])
  expect(given).toEqual([])
})
