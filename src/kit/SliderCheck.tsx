import { CheckOutlined, DoubleRightOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { SliderTrack } from '#schemas/api/sign-in.ts'
import { text } from '../text/zh-CN.ts'
import './slider-check.css'

interface SliderCheckProps {
  disabled?: boolean
  /** The handle was brought to the end; the way it took is for the server to judge. */
  onSuccess(track: SliderTrack): void
}

/** How far one press of an arrow key goes. */
const KEY_STEP = 0.1
const HANDLE_PX = 40

/** A handle to be drawn across the full width, by pointer or by keys. Let go early, it goes back. */
export function SliderCheck({ disabled = false, onSuccess }: SliderCheckProps) {
  const [reached, setReached] = useState(0)
  const [hasPassed, setPassed] = useState(false)
  const rail = useRef<HTMLDivElement>(null)
  const way = useRef<{ startedAt: number; from: number; track: SliderTrack } | null>(null)
  const focusedAt = useRef<number | null>(null)
  const isStill = disabled || hasPassed

  function begin(from: number, startedAt = performance.now()) {
    way.current = { startedAt, from, track: [[0, 0]] }
  }

  function moveTo(next: number) {
    const to = Math.min(1, Math.max(0, Math.round(next * 1000) / 1000))
    setReached(to)
    note(to)
  }

  function note(to: number) {
    way.current?.track.push([Math.round(performance.now() - way.current.startedAt), to])
  }

  function pass() {
    const track = way.current?.track ?? []
    way.current = null
    setReached(1)
    setPassed(true)
    onSuccess(track)
  }

  function giveUp() {
    way.current = null
    setReached(0)
  }

  function handlePointerDown(event: PointerEvent<HTMLDivElement>) {
    if (isStill) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    begin(event.clientX)
  }

  function handlePointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!way.current || isStill) return
    const width = (rail.current?.getBoundingClientRect().width ?? 0) - HANDLE_PX
    if (width > 0) moveTo((event.clientX - way.current.from) / width)
  }

  function handlePointerUp() {
    if (!way.current || isStill) return
    if (way.current.track.at(-1)?.[1] === 1) pass()
    else giveUp()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (isStill) return
    const to = keyTarget(event.key, reached)
    if (to !== null) {
      event.preventDefault()
      // One press of End takes no time by itself, and a way that took none is refused: it began when the focus came.
      if (!way.current) begin(0, focusedAt.current ?? undefined)
      moveTo(to)
    } else if (event.key === 'Enter') {
      // Enter must not send the form around it while the slider is not solved.
      event.preventDefault()
      if (reached < 1) return giveUp()
      note(1)
      pass()
    }
  }

  const label = hasPassed ? text.signIn.sliderPassed : text.signIn.slider
  return (
    <div className={`slider-check${hasPassed ? ' slider-check-passed' : ''}`} ref={rail}>
      <div
        className="slider-check-done"
        style={{ width: `calc(${HANDLE_PX}px + (100% - ${HANDLE_PX}px) * ${reached})` }}
      />
      <span className="slider-check-label" aria-live="polite">
        {label}
      </span>
      <div
        className="slider-check-handle"
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label={text.signIn.slider}
        aria-description={text.signIn.sliderHint}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(reached * 100)}
        aria-valuetext={label}
        aria-disabled={isStill}
        style={{ left: `calc((100% - ${HANDLE_PX}px) * ${reached})` }}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerUp}
        onPointerCancel={giveUp}
        onKeyDown={handleKeyDown}
        onFocus={() => {
          focusedAt.current = performance.now()
        }}
      >
        {hasPassed ? <CheckOutlined /> : <DoubleRightOutlined />}
      </div>
    </div>
  )
}

function keyTarget(key: string, reached: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return reached + KEY_STEP
  if (key === 'ArrowLeft' || key === 'ArrowDown') return reached - KEY_STEP
  if (key === 'Home') return 0
  if (key === 'End') return 1
  return null
}
