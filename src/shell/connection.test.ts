import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectionLostAtom, createReconnection } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('those who wait share one probe; the banner goes when the server stays', async () => {
  const atoms = createStore()
  let isUp = false
  const probe = vi.fn(async () => isUp)
  const { serverIsBack } = createReconnection(atoms, probe)
  const back = vi.fn()
  void serverIsBack().then(back)
  void serverIsBack().then(back)
  expect(atoms.get(connectionLostAtom)).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(probe).toHaveBeenCalledTimes(1)
  isUp = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(back).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3000)
  expect(atoms.get(connectionLostAtom)).toBe(false)
})

it('a server that is only half there is asked ever more slowly, and the banner does not flicker', async () => {
  const atoms = createStore()
  const { serverIsBack } = createReconnection(atoms, async () => true)
  const lost: boolean[] = []
  atoms.sub(connectionLostAtom, () => lost.push(atoms.get(connectionLostAtom)))
  let tries = 0
  // Every read fails again at once.
  void (async () => {
    for (;;) {
      await serverIsBack()
      tries++
    }
  })()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lost).toEqual([true])
  expect(tries).toBeLessThan(9)
})
