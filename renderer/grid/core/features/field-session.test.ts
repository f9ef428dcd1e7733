import { describe, expect, it } from 'vitest'
import type { GridColumn } from '../columns.ts'
import { createFieldSessions } from './field-session.ts'
import type { FieldSession } from './field-session.types.ts'

const COLUMN = { name: 'owner' } as GridColumn

function begin() {
  const shown: (FieldSession | null)[] = []
  const sessions = createFieldSessions((session) => shown.push(session))
  sessions.open(2, COLUMN, { owner: 'a' })
  return { sessions, shown }
}

describe('a field over a cell', () => {
  it('is shown with the row as it was, and goes when it ends', () => {
    const { sessions, shown } = begin()
    expect(shown[0]).toMatchObject({ row: 2, column: COLUMN, values: { owner: 'a' }, typed: null })
    expect(sessions.current()).toBe(shown[0])
    expect(sessions.close(true)).toBeNull()
    expect([sessions.current(), shown.at(-1)]).toEqual([null, null])
    expect(sessions.close(true)).toBeNull()
    expect(shown).toHaveLength(2)
  })

  it('answers what was chosen, and what was typed before that', () => {
    const { sessions } = begin()
    sessions.current()?.draft.set('owner', 'b')
    expect(sessions.close(true)).toEqual({ chosen: new Map([['owner', 'b']]) })
    sessions.open(2, COLUMN, {})
    const session = sessions.current()
    session?.draft.set('owner', 'b')
    if (session) session.typed = '王五'
    expect(sessions.close(true)).toEqual({ typed: '王五' })
  })

  it('keeps nothing when it is left without keeping', () => {
    const { sessions } = begin()
    sessions.current()?.draft.set('owner', 'b')
    expect(sessions.close(false)).toBeNull()
  })

  it('is held while the pointer is at work inside; the next one begins free [grid-49]', () => {
    const { sessions } = begin()
    sessions.pressed(true)
    expect(sessions.isHeld()).toBe(true)
    sessions.open(0, COLUMN, {})
    expect(sessions.isHeld()).toBe(false)
  })
})
