import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { expect, it, vi } from 'vitest'
import { RequestError } from './data-client.ts'
import { useSave } from './use-save.ts'

const open = () => renderHook(() => useSave(), { wrapper: App }).result

it('one save at a time: what is pressed meanwhile is not sent', async () => {
  const panel = open()
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = vi.fn(() => held)
  let first: Promise<boolean> | undefined
  act(() => {
    first = panel.current.save(run)
  })
  expect(panel.current.busy).toBe(true)
  expect(await panel.current.save(run)).toBe(false)
  expect(run).toHaveBeenCalledTimes(1)
  await act(async () => end())
  expect(await first).toBe(true)
  expect(panel.current.busy).toBe(false)
})

it('a failure is said where the panel has a place for it, else as a message; one that was said already is not', async () => {
  const panel = open()
  const failing = async () => {
    throw new RequestError('没有权限', 403)
  }
  const place = vi.fn()
  await act(async () => void (await panel.current.save(failing, place)))
  expect(place.mock.calls[0]?.[0]).toMatchObject({ message: '没有权限', status: 403 })
  expect(screen.queryByText('没有权限')).toBeNull()
  const announced = async () => {
    throw new RequestError('登录已失效', 401, null, null, true)
  }
  await act(async () => expect(await panel.current.save(announced)).toBe(false))
  await act(async () => expect(await panel.current.save(failing)).toBe(false))
  await waitFor(() => expect(screen.getAllByText('没有权限').length).toBeGreaterThan(0))
  // It was first: it would stand there by now.
  expect(screen.queryByText('登录已失效')).toBeNull()
  expect(panel.current.busy).toBe(false)
})
