import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, it } from 'vitest'
import { rightsAtom } from '../session/atoms.ts'
import { Guarded } from './Guarded.tsx'

it('keeps an element only while its action is held, live when the rights change [perm-03]', () => {
  const atoms = createStore()
  const rights = (auth: readonly { action: string; type: string }[]) => ({
    menu: [],
    auth,
    allAuth: [{ action: 'user:drop', type: '1', status: '1' }],
    sysSafeMode: false,
  })
  atoms.set(rightsAtom, rights([]))
  render(
    <Provider store={atoms}>
      <Guarded action="user:drop">
        <button type="button">drop</button>
      </Guarded>
    </Provider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  act(() => atoms.set(rightsAtom, rights([{ action: 'user:drop', type: '1' }])))
  expect(screen.getByRole('button', { name: 'drop' })).toBeTruthy()
  act(() => atoms.set(rightsAtom, rights([{ action: 'user:drop', type: '2' }])))
  expect(screen.queryByRole('button')).toBeNull()
})
