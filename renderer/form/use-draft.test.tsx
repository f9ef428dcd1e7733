import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Draft } from '#schemas/api/draft.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import type { DraftKeeper } from '../data/draft-keeper.ts'
import type { PageModel } from '../model/page-model.ts'
import { RendererProvider } from '../widget/renderer-context.tsx'
import type { RecordWork } from './record-work.ts'
import { useDraft } from './use-draft.ts'

afterEach(() => void vi.useRealTimers())

it('offers no form the draft that it keeps itself, when drafts are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept: Draft[] = []
  let asked = 0
  const keeper = (): DraftKeeper => ({
    find: async () => {
      asked += 1
      return [...kept, { key: 'of before', age: 9, before: {}, mine: {} }]
    },
    keep: async (_place, key, content) => void kept.push({ key, age: 0, ...content }),
    keepHere: () => {},
    drop: async () => {},
  })
  const client = createMemoryClient({ documents: [] })
  let services = testServices(client, { drafts: keeper() })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RendererProvider services={services}>{children}</RendererProvider>
  )
  const editing = {
    model: { form: { code: 'company', fields: [] }, subs: [] } as unknown as PageModel,
    id: 'a',
    work: { base: {}, store: { row: () => ({}) } } as unknown as RecordWork,
    isDirty: () => true,
    subRows: () => ({}),
  }
  const { result, rerender } = renderHook(() => useDraft(editing), { wrapper })
  const offered = () => result.current.offers.map(({ key }) => key)
  await act(async () => {})
  expect(offered()).toEqual(['of before'])
  act(() => void vi.advanceTimersByTime(3000))
  expect(kept).toHaveLength(1)
  // Another keeper, as after signing in as somebody else.
  services = testServices(client, { drafts: keeper() })
  rerender()
  await act(async () => {})
  expect(asked).toBe(2)
  expect(offered()).toEqual(['of before'])
})
