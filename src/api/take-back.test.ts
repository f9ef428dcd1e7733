import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Undoing } from '#schemas/api/operation.ts'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'
import { createHttp } from './http.ts'
import { takeBack } from './take-back.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that takes an operation back, at once or in these steps. */
function setUp(
  undone: { operation: string | null; count: number },
  steps: (Partial<Undoing> | number)[] = [],
) {
  const { adapter, calls } = fakeWire(({ method }) => {
    if (method === 'POST') return { body: { ...envelope(undone), message: '说法' } }
    const step = steps.shift()
    if (typeof step === 'number') return { status: step, body: refusal('不行') }
    return { body: envelope({ isOpen: true, done: 0, total: 9, error: null, problems: [], ...step }) }
  })
  const http = createHttp(
    { baseUrl: '', adapter },
    {
      token: () => 't',
      tenantId: () => null,
      lowAppId: () => null,
      language: () => null,
      inWorkChat: () => false,
      announce() {},
    },
  )
  const told: number[] = []
  const end = takeBack(http, 'op', { onProgress: ({ done }) => told.push(done) }).then(
    ({ message }) => message,
    (error: { message: string; detail: unknown }) => [error.message, error.detail],
  )
  return { end, told, asked: () => calls.map(({ method }) => method) }
}

it('asks once where the server has done it', async () => {
  const { end, told, asked } = setUp({ operation: 'undo', count: 1 })
  expect([await end, told, asked()]).toEqual(['说法', [], ['POST']])
})

it('asks how far it is until it has ended', async () => {
  const { end, told, asked } = setUp({ operation: null, count: 9 }, [{ done: 4 }, { isOpen: false, done: 9 }])
  await vi.advanceTimersByTimeAsync(3000)
  expect([await end, told, asked()]).toEqual(['已撤销', [0, 4], ['POST', 'GET', 'GET']])
})

it('fails with the reason, and with the records that stand in the way', async () => {
  const problems = [{ message: 'changed', record: '1' }]
  const { end } = setUp({ operation: null, count: 9 }, [{ isOpen: false, error: 'changed', problems }])
  await vi.advanceTimersByTimeAsync(3000)
  expect(await end).toEqual(['changed', { errors: problems }])
})
