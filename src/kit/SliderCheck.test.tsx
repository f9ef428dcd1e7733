import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SliderCheck } from './SliderCheck.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function start() {
  // A rail of 240 px: the handle has 200 to go.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 240 } as DOMRect)
  const onSuccess = vi.fn()
  render(<SliderCheck onSuccess={onSuccess} />)
  const handle = screen.getByRole('slider')
  // jsdom has no PointerEvent with coordinates; a mouse event of that name is one to React.
  const point = (type: string, clientX: number) =>
    fireEvent(handle, new MouseEvent(type, { bubbles: true, clientX }))
  return { handle, onSuccess, point }
}

describe('the slider check', () => {
  it('is passed by drawing the handle across the full width, once [misc-01, misc-02, misc-03]', () => {
    const { handle, onSuccess, point } = start()
    expect(screen.getByText('拖动滑块验证')).toBeTruthy()
    point('pointerdown', 10)
    point('pointermove', 110)
    expect(handle.getAttribute('aria-valuenow')).toBe('50')
    point('pointermove', 300)
    expect(onSuccess).not.toHaveBeenCalled()
    point('pointerup', 300)
    expect(screen.getByText('验证通过')).toBeTruthy()
    expect(screen.queryByText('拖动滑块验证')).toBeNull()
    point('pointerdown', 10)
    point('pointermove', 300)
    point('pointerup', 300)
    expect(onSuccess).toHaveBeenCalledTimes(1)
    const [track] = onSuccess.mock.calls[0] ?? []
    expect(track.map(([, to]: [number, number]) => to)).toEqual([0, 0.5, 1])
  })

  it('goes back when it is let go early [misc-04]', () => {
    const { handle, onSuccess, point } = start()
    point('pointerdown', 0)
    point('pointermove', 199)
    point('pointerup', 199)
    expect(handle.getAttribute('aria-valuenow')).toBe('0')
    expect(onSuccess).not.toHaveBeenCalled()
  })

  it('is worked by keys alone', () => {
    const { handle, onSuccess } = start()
    const press = (key: string) => fireEvent.keyDown(handle, { key })
    press('ArrowRight')
    press('ArrowRight')
    press('ArrowLeft')
    expect(handle.getAttribute('aria-valuenow')).toBe('10')
    press('Enter')
    expect(handle.getAttribute('aria-valuenow')).toBe('0')
    press('End')
    expect(onSuccess).not.toHaveBeenCalled()
    press('Home')
    expect(handle.getAttribute('aria-valuenow')).toBe('0')
    press('End')
    press('Enter')
    expect(onSuccess).toHaveBeenCalledTimes(1)
    expect(handle.getAttribute('aria-valuetext')).toBe('验证通过')
  })

  it('counts the time since the focus came, so that End and Enter are a way that takes its time, too', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const { handle, onSuccess } = start()
    fireEvent.focus(handle)
    clock.mockReturnValue(1300)
    fireEvent.keyDown(handle, { key: 'End' })
    clock.mockReturnValue(1350)
    fireEvent.keyDown(handle, { key: 'Enter' })
    expect(onSuccess.mock.calls[0]?.[0]).toEqual([
      [0, 0],
      [300, 1],
      [350, 1],
    ])
  })
})
