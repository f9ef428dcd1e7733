import { describe, expect, it } from 'vitest'
import { createHistory } from './history.ts'

describe('history', () => {
  it('goes back and forth, and forgets what was taken back after another change', () => {
    const history = createHistory<string>()
    expect(history.undo('a')).toBeNull()
    history.push('a')
    history.push('b')
    expect(history.undo('c')).toBe('b')
    expect(history.undo('b')).toBe('a')
    expect(history.redo('a')).toBe('b')
    history.push('b')
    expect(history.redo('d')).toBeNull()
    expect(history.undo('d')).toBe('b')
  })

  it('remembers no more steps than its limit', () => {
    const history = createHistory<number>(3)
    for (let step = 0; step < 10; step++) history.push(step)
    expect([history.undo(10), history.undo(9), history.undo(8), history.undo(7)]).toEqual([9, 8, 7, null])
  })

  it('corrects what it remembers in both directions', () => {
    const history = createHistory<string>()
    history.push('a')
    history.push('b')
    history.undo('c')
    history.rewrite((state) => state.toUpperCase())
    expect(history.redo('b')).toBe('C')
    expect(history.undo('c')).toBe('b')
    expect(history.undo('b')).toBe('A')
  })

  it('remembers two hundred steps', () => {
    const history = createHistory<number>()
    for (let step = 0; step < 250; step++) history.push(step)
    let [now, back] = [250, 0]
    for (let before = history.undo(now); before !== null; before = history.undo(now)) {
      now = before
      back++
    }
    expect([now, back]).toEqual([50, 200])
  })

  it('is empty once it is cleared', () => {
    const history = createHistory<string>()
    history.push('a')
    history.clear()
    expect([history.undo('b'), history.redo('b')]).toEqual([null, null])
  })
})
