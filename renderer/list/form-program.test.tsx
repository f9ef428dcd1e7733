import { afterEach, expect, it, vi } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderPage, testServices } from '#tests/helpers/render-page.tsx'

const hall: FormDocument = {
  kind: 'form',
  code: 'hall',
  title: '展馆',
  schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
  list: { columns: ['name'] },
}

const LONG = { timeout: 60_000 }

afterEach(() => {
  vi.useRealTimers()
})

it('programs of a form are asked for when the page is idle, after the rows of its list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const client = createMemoryClient({ documents: [hall], rows: { hall: [{ id: 'h1', name: '一号馆' }] } })
  let answer = () => {}
  let asks = 0
  const answered = new Promise<void>((done) => {
    answer = done
  })
  const services = testServices({
    ...client,
    list: async (...asked) => {
      asks++
      await answered
      return client.list(...asked)
    },
  })
  const load = vi.spyOn(services.registry, 'load')
  const fields = () => load.mock.calls.filter(([surface]) => surface === 'field')
  renderPage(services.client, 'hall', '', services)
  await vi.waitFor(() => expect(asks).toBe(1), LONG)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fields()).toEqual([])
  answer()
  await vi.waitFor(() => expect(document.querySelectorAll('.ant-table-row')).toHaveLength(1), LONG)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fields()).toEqual([['field', ['text']]])
})
