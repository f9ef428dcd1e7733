import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import { ChosenRows } from './ChosenRows.tsx'
import type { ListModel } from './use-list.ts'

const keys = Array.from({ length: 300 }, (_, at) => `u${at}`)
let left: string[] = []

function Chosen() {
  const [chosen, choose] = useState<ReadonlyMap<string, Row>>(
    () => new Map(keys.map((key) => [key, { name: `name ${key}` }])),
  )
  left = [...chosen.keys()]
  return <ChosenRows list={{ chosen, choose } as ListModel} name="name" names={new Map()} />
}
const button = (key: string) => screen.getByRole('button', { name: `删除name ${key}` })

it('draws the rows in sight alone, and says how many there are', () => {
  render(<Chosen />)
  expect(screen.getByText(/已选择 300 项/)).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: '已选择' })).getAllByRole('listitem')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.length).toBeLessThan(30)
  expect(rows[1]?.getAttribute('aria-posinset')).toBe('2')
  expect(rows[1]?.getAttribute('aria-setsize')).toBe('300')
})

it('keeps the keyboard among the rows when one is taken away', async () => {
  render(<Chosen />)
  const user = userEvent.setup()
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(button('u0'))
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button('u2')))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button('u3')))
  expect(left.slice(0, 2)).toEqual(['u0', 'u3'])
  expect(screen.getByText(/已选择 298 项/)).toBeTruthy()
})
