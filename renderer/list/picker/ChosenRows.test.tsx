import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { ListModel } from '../use-list.ts'
import { ChosenRows } from './ChosenRows.tsx'

const keys = Array.from({ length: 300 }, (_, at) => `u${at}`)
let left: string[] = []

function Chosen() {
  const [chosen, choose] = useState<ReadonlyMap<string, Row>>(
    () => new Map(keys.map((key) => [key, { name: `name ${key}` }])),
  )
  left = [...chosen.keys()]
  return <ChosenRows list={{ chosen, choose } as ListModel} name="name" names={new Map()} />
}
afterEach(() => vi.restoreAllMocks())

const labelOf = (element: Element | null) => element?.getAttribute('aria-label')
const isStop = (element: Element) => (element as HTMLElement).tabIndex === 0
const focused = () => labelOf(document.activeElement)

it('draws the rows in sight alone, and says how many there are', () => {
  render(<Chosen />)
  expect(screen.getByText(/已选择 300 项/)).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: '已选择' })).getAllByRole('listitem')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.length).toBeLessThan(30)
  expect(rows[1]?.getAttribute('aria-posinset')).toBe('2')
  expect(rows[1]?.getAttribute('aria-setsize')).toBe('300')
})

it('is one stop of the Tab key, with arrows through all rows', async () => {
  // What scrolling to a row reads, and nothing is laid out here.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(() => document.body)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(360)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  render(<Chosen />)
  const stops = () => [...document.querySelectorAll('[role="listitem"] button')].filter(isStop).map(labelOf)
  expect(stops()).toEqual(['删除name u0'])
  document.querySelector<HTMLElement>('[role="listitem"] button')?.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('ArrowDown')
  await waitFor(() => expect(focused()).toBe('删除name u1'))
  press('End')
  await waitFor(() => expect(focused()).toBe('删除name u299'))
  press('ArrowUp')
  await waitFor(() => expect(focused()).toBe('删除name u298'))
  expect(stops()).toEqual(['删除name u298'])
})

it('can be reached by the Tab key after its rows were scrolled', async () => {
  const { container } = render(<Chosen />)
  const holder = container.querySelector('.ant-listy-holder')
  if (!holder) throw new Error('no rows')
  fireEvent.scroll(holder, { target: { scrollTop: 4000 } })
  await waitFor(() => expect(screen.queryByText('name u0')).toBeNull())
  const user = userEvent.setup()
  await user.tab()
  await user.tab()
  expect(focused()).toMatch(/^删除name u\d\d/)
})

it('keeps the keyboard among the rows when one is taken away', async () => {
  render(<Chosen />)
  const user = userEvent.setup()
  await user.tab()
  await user.tab()
  expect(focused()).toBe('删除name u0')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('删除name u1'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('删除name u2'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('删除name u3'))
  expect(left.slice(0, 2)).toEqual(['u0', 'u3'])
  expect(screen.getByText(/已选择 298 项/)).toBeTruthy()
})
