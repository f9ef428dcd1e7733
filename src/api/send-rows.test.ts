import type { AxiosProgressEvent, InternalAxiosRequestConfig } from 'axios'
import { afterEach, expect, it, vi } from 'vitest'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { createHttp } from './http.ts'
import { createHttpDataClient } from './http-data-client.ts'
import { REQUEST_TIMEOUT_MS } from './transfer.ts'

const RESULT = {
  totalCount: 3,
  successCount: 2,
  errorCount: 1,
  msg: '',
  mistakes: [{ line: 4, message: 'x' }],
}

function setUp(answer: (call: SentCall) => WireAnswer | Promise<WireAnswer>) {
  const { adapter, calls } = fakeWire(answer)
  const sent: InternalAxiosRequestConfig[] = []
  const announce = vi.fn()
  const http = createHttp(
    {
      baseUrl: '',
      adapter: (config) => {
        sent.push(config)
        return adapter(config)
      },
    },
    {
      token: () => 't',
      tenantId: () => null,
      lowAppId: () => null,
      language: () => null,
      inWorkChat: () => false,
      announce,
    },
  )
  const { importRows } = createHttpDataClient(http)
  if (!importRows) throw new Error('no import')
  return { importRows, calls, sent, announce }
}
const file = () => new File(['abc'], '展位.xlsx')
afterEach(() => vi.useRealTimers())

it('a file of rows goes out as files[] with validateStatus, and its key [call-87] [import-05] [import-06]', async () => {
  const rest = { name: 'rest.xlsx', url: '/x?sign=1' }
  const { importRows, calls } = setUp(() => ({
    body: { ...envelope({ ...RESULT, file: rest }), code: 201, message: '有错误' },
  }))
  expect(await importRows('expo', file(), { key: 'once' })).toEqual({
    ...{ message: '有错误', kept: 2, refused: 1, rest },
    mistakes: RESULT.mistakes,
  })
  const [call] = calls
  expect(call).toMatchObject({ method: 'POST', path: '/online/cgform/api/importXls/expo' })
  expect(call?.headers).toMatchObject({ 'Idempotency-Key': 'once' })
  const form = call?.body as FormData
  expect(form.get('validateStatus')).toBe('1')
  expect((form.get('files[]') as File).name).toBe('展位.xlsx')
})

it('a file that is refused is told by whoever chose it', async () => {
  const { importRows, announce } = setUp(() => ({
    body: refusal('文件导入失败:x'),
  }))
  await expect(importRows('expo', file())).rejects.toMatchObject({ message: '文件导入失败:x' })
  expect(announce).not.toHaveBeenCalled()
})

it('rows may be judged for longer than a call usually takes, once the file has arrived', async () => {
  vi.useFakeTimers()
  let answer: (value: WireAnswer) => void = () => undefined
  const { importRows, sent } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const imported = importRows('expo', file())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.onUploadProgress?.({ progress: 1 } as AxiosProgressEvent)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS * 3)
  answer({ body: envelope(RESULT) })
  expect(await imported).toMatchObject({ kept: 2 })
})
