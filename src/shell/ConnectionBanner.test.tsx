import { act, cleanup, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { connectionLostAtom } from './connection.ts'

afterEach(cleanup)

function start(isNew: boolean) {
  const atoms = createStore()
  const asked: number[] = []
  const look = async () => {
    asked.push(asked.length)
    return isNew
  }
  render(
    <Provider store={atoms}>
      <ConnectionBanner look={look} />
    </Provider>,
  )
  const lose = (isLost: boolean) => act(async () => atoms.set(connectionLostAtom, isLost))
  return { asked, lose }
}

it('offers a new build when the server is back with one, and does not press', async () => {
  const { asked, lose } = start(true)
  await lose(true)
  expect(screen.getByText(/连接已断开/)).toBeTruthy()
  expect(asked).toEqual([])
  await lose(false)
  expect(await screen.findByText(/系统已更新/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '刷新页面' })).toBeTruthy()
  expect(asked).toHaveLength(1)
})

it('says nothing when the server is back as it was', async () => {
  const { asked, lose } = start(false)
  await lose(true)
  await lose(false)
  expect(asked).toHaveLength(1)
  expect(screen.queryByText(/系统已更新/)).toBeNull()
})

it('says at once that the browser has no network, and takes it back when there is one', async () => {
  start(false)
  const network = async (isThere: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
    await act(async () => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
  }
  expect(screen.queryByText(/连接已断开/)).toBeNull()
  await network(false)
  expect(screen.getByText(/连接已断开/)).toBeTruthy()
  await network(true)
  expect(screen.queryByText(/连接已断开/)).toBeNull()
  vi.restoreAllMocks()
})
