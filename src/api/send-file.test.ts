import { type AxiosProgressEvent, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, expect, it, vi } from 'vitest'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { createHttp } from './http.ts'
import { createHttpDataClient } from './http-data-client.ts'

const KEPT = { path: 'temp/2026/11/a.png', name: 'a.png', size: 3, type: 'image/png', url: '/x?sign=1' }

function setUp(answer: (call: SentCall) => WireAnswer | Promise<WireAnswer>) {
  const { adapter, calls } = fakeWire(answer)
  const announce = vi.fn()
  const http = createHttp(
    { baseUrl: '', adapter },
    {
      token: () => 't',
      tenantId: () => null,
      lowAppId: () => null,
      language: () => null,
      inWorkChat: () => false,
      announce,
    },
  )
  const { upload } = createHttpDataClient(http)
  if (!upload) throw new Error('no upload')
  return { upload, calls, announce }
}
const file = () => new File(['abc'], '展位.png', { type: 'image/png' })

afterEach(() => vi.useRealTimers())

it('a server that keeps no picture of a text says so in its message [editor-08]', async () => {
  const { upload } = setUp(() => ({ body: { ...envelope(null), message: 'local' } }))
  expect(await upload('expo', 'words', file())).toMatchObject({ path: 'local' })
})

it('a file goes out with the field that it is for, under the part that the wire names [editor-10]', async () => {
  const { upload, calls } = setUp(() => ({ body: envelope(KEPT) }))
  expect(await upload('expo', 'photo', file())).toEqual(KEPT)
  const [call] = calls
  expect(call).toMatchObject({ method: 'POST', path: '/sys/common/upload' })
  const form = call?.body as FormData
  expect([form.get('form'), form.get('field'), (form.get('file') as File).name]).toEqual([
    'expo',
    'photo',
    '展位.png',
  ])
})

it('what is not described is known of the file itself: the path is the message, the address a part of the result [upload-04]', async () => {
  const path = 'temp/a_1.png'
  let asked = 0
  const { upload } = setUp(() => ({
    body: {
      ...envelope(
        ++asked === 1 ? null : { fileName: '展位一.png', fileUrl: '/files/a', msg: '上传成功', code: 200 },
      ),
      message: path,
    },
  }))
  const known = { path, size: 3, type: 'image/png' }
  expect(await upload('expo', 'photo', file())).toMatchObject({ ...known, name: '展位.png', url: '' })
  expect(await upload('expo', 'photo', file())).toMatchObject({
    ...known,
    name: '展位一.png',
    url: '/files/a',
  })
})

it('a refused file rejects with the sentence of the server, told by nobody else [upload-06]', async () => {
  const { upload, announce } = setUp(() => ({ body: refusal('不允许上传 .html 类型的文件') }))
  await expect(upload('expo', 'photo', file())).rejects.toThrow('不允许上传 .html 类型的文件')
  expect(announce).not.toHaveBeenCalled()
})

it('ends after nine seconds without progress, and by its caller at once', async () => {
  vi.useFakeTimers()
  let go: (answer: WireAnswer) => void = () => undefined
  const { upload } = setUp(
    () =>
      new Promise((resolve) => {
        go = resolve
      }),
  )
  const stalled = upload('expo', 'photo', file()).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9001)
  go({ body: envelope(KEPT) })
  expect(await stalled).toMatchObject({ name: 'RequestError' })

  const control = new AbortController()
  const left = upload('expo', 'photo', file(), { signal: control.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  control.abort()
  go({ body: envelope(KEPT) })
  expect(await left).toMatchObject({ name: 'CanceledError' })
})

it.each([
  ['an upload whose server is slow to answer', 'upload'],
  ['a download', 'download'],
] as const)('%s goes on while there is progress, and ends nine seconds after the last', async (_, verb) => {
  vi.useFakeTimers()
  let config: InternalAxiosRequestConfig | undefined
  const http = createHttp(
    {
      baseUrl: '/api',
      adapter: (given) =>
        new Promise((_resolve, reject) => {
          config = given
          given.signal?.addEventListener?.('abort', () => reject(new CanceledError()))
        }),
    },
    {
      token: () => null,
      tenantId: () => null,
      language: () => null,
      lowAppId: () => null,
      inWorkChat: () => false,
      announce: () => undefined,
    },
  )
  const ended = vi.fn()
  void (verb === 'upload' ? http.upload('/f', new FormData()) : http.download('/f')).catch(ended)
  await vi.advanceTimersByTimeAsync(8000)
  const tell = verb === 'upload' ? config?.onUploadProgress : config?.onDownloadProgress
  tell?.({ progress: 1 } as AxiosProgressEvent)
  await vi.advanceTimersByTimeAsync(8000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1001)
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'RequestError' }))
})
