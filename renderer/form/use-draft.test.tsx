import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Draft, DraftContent } from '#schemas/api/draft.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import type { DraftKeeper } from '../data/draft-keeper.ts'
import type { PageModel } from '../model/page-model.ts'
import { RendererProvider } from '../widget/renderer-context.tsx'
import type { RecordWork } from './record-work.ts'
import { useDraft } from './use-draft.ts'

afterEach(() => void vi.useRealTimers())

const editing = {
  model: { form: { code: 'company', fields: [] }, subs: [] } as unknown as PageModel,
  id: 'a',
  work: { base: {}, store: { row: () => ({}) } } as unknown as RecordWork,
  isDirty: () => true,
  subRows: () => ({}),
}

it('offers no form the draft that it keeps itself, when drafts are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept: Draft[] = []
  let asked = 0
  const keeper = (): DraftKeeper => ({
    find: async () => {
      asked += 1
      return [...kept, { key: 'of before', age: 9, before: {}, mine: {} }]
    },
    async keep(_place, key, content) {
      kept.push({ key, age: 0, ...content })
      return true
    },
    keepHere: () => {},
    drop: async () => {},
  })
  const client = createMemoryClient({ documents: [] })
  let services = testServices(client, { drafts: keeper() })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RendererProvider services={services}>{children}</RendererProvider>
  )
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

describe('one record in two tabs', () => {
  /** Tabs over one store of drafts, in which one is left from before. */
  function begin(came?: readonly Draft[]) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const kept = new Map<string, DraftContent>([['of before', { before: {}, mine: {} }]])
    let asked = 0
    let isThere = true
    const drafts: DraftKeeper = {
      async find(_place, _signal, answered) {
        if (!answered) asked += 1
        return answered ?? [...kept].map(([key, content]) => ({ key, age: 9, ...content }))
      },
      async keep(_place, key, content) {
        if (isThere) kept.set(key, content)
        return isThere
      },
      keepHere: () => {},
      drop: async (_place, key) => void kept.delete(key),
    }
    const services = testServices(createMemoryClient({ documents: [] }), { drafts })
    const wrapper = ({ children }: { children: ReactNode }) => (
      <RendererProvider services={services}>{children}</RendererProvider>
    )
    const open = async (typed: string) => {
      const typing = { ...editing, came, subRows: () => ({}) }
      const model = { ...editing.model, subs: [{ sub: { code: 'sub' }, form: { fields: [] } }] }
      const { result, unmount } = renderHook(
        () =>
          useDraft({
            ...typing,
            model: model as unknown as PageModel,
            subRows: () => ({ sub: [{ id: typed }] }),
          }),
        { wrapper },
      )
      await act(async () => {})
      return { tab: () => result.current, unmount }
    }
    const pass = () => act(async () => void vi.advanceTimersByTime(3000))
    const rows = () => [...kept.values()].map(({ mine }) => JSON.stringify(mine.sub ?? null))
    return { kept, open, pass, rows, asked: () => asked, fail: () => (isThere = false) }
  }

  it('is kept by each for itself, also when both go on with the same draft', async () => {
    const { kept, open, pass, rows } = begin()
    const [one, other] = [await open('1'), await open('2')]
    for (const { tab } of [one, other]) act(() => tab().takeUp(tab().offers[0] as Draft))
    await pass()
    expect(rows()).toEqual(['[{"id":"1"}]', '[{"id":"2"}]'])
    act(() => one.tab().forget())
    await act(async () => {})
    expect(rows()).toEqual(['[{"id":"2"}]'])
    expect(kept.has('of before')).toBe(false)
  })

  it('keeps the draft that it goes on with until its own is safe', async () => {
    const { kept, open, pass, fail } = begin()
    fail()
    const { tab } = await open('1')
    act(() => tab().takeUp(tab().offers[0] as Draft))
    await pass()
    expect([...kept.keys()]).toEqual(['of before'])
    act(() => tab().forget())
    await act(async () => {})
    expect(kept.size).toBe(0)
  })

  it('asks for no drafts that came with the record', async () => {
    const came = { key: 'came', age: 3, before: {}, mine: {} }
    const { open, asked } = begin([came])
    const { tab } = await open('1')
    expect(tab().offers).toEqual([came])
    expect(asked()).toBe(0)
  })
})
