import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { SubTableSlot } from './SubTableSlot.tsx'

const form = compileForm({
  kind: 'form',
  code: 'sub',
  title: '子表',
  schema: { type: 'object', properties: { name: { type: 'string', title: '姓名', view: 'text' } } },
})
const Grid = () => <p>the grid</p>

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 }))
afterEach(() => void vi.useRealTimers())

function show(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error('Failed to fetch dynamically imported module')
    return Grid
  })
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <SubTableSlot form={form} rows={[]} load={load} />,
  )
  return load
}

it('opens a sub table at the third retry, without a word [err-42]', async () => {
  const load = show(3)
  expect(await screen.findByText('the grid')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(4)
})

it('says 打开子表失败 after three retries, and tries again when it is asked to [err-42]', async () => {
  const load = show(4)
  expect(await screen.findByText('打开子表失败')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(4)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button('重试'))
  await waitFor(() => expect(screen.getByText('the grid')).toBeTruthy())
})
