import { afterEach, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { downloadFile } from './download-file.ts'

const FILE = { path: '/export', params: { id: 1 }, name: '展会.xlsx' }

function setUp(answer: () => Promise<Blob>) {
  const given: string[] = []
  const warned: string[] = []
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push(`${this.download} ${this.href}`)
  })
  const http = { download: vi.fn(answer) }
  return { http, given, warned, start: () => downloadFile(http, FILE, (message) => warned.push(message)) }
}
afterEach(() => vi.restoreAllMocks())

it('hands the file to the user under its name', async () => {
  const { http, given, warned, start } = setUp(async () => new Blob(['x'], { type: 'application/zip' }))
  expect(await start()).toBe(true)
  expect(given).toEqual(['展会.xlsx blob:x'])
  expect(warned).toEqual([])
  // Told here, and only here.
  expect(http.download).toHaveBeenCalledWith('/export', { id: 1 }, { quiet: true })
})

it.each([
  ['is empty', async () => new Blob()],
  [
    'is the reason why there is none',
    async () => new Blob(['{"success":false}'], { type: 'application/json' }),
  ],
  ['does not come', () => Promise.reject(new RequestError('x', 500, null, null, false))],
])('warns once of a file that %s [err-18]', async (_how, answer) => {
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
