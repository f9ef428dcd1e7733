import { describe, expect, it } from 'vitest'
import { asksForValue, fieldValidation } from './field-validation.ts'
import { createNotes } from './import-note.ts'

const TEXT = { name: 'a', view: 'text', numeric: false, dated: false }

function read(written: string, field: Partial<typeof TEXT> = {}) {
  const notes = createNotes()
  return { ...fieldValidation(written, { ...TEXT, ...field }, notes), notes: notes.list.length }
}

describe('validations of definitions', () => {
  it.each(['null', 'undefined', 'limit,0,max,100,', 'none', '0', 'false', '-1', 'ok', '{}', '{"max":5}'])(
    'take %s, which an editor left behind, for no expression',
    (written) => {
      expect(read(written)).toEqual({ notes: 1 })
      expect(asksForValue(written)).toBe(false)
    },
  )

  it.each(['*', 'req', 'required', 'notnull', 'only,req', '*,m'])('%s asks for a value', (written) => {
    expect(asksForValue(written)).toBe(true)
    expect(read(written)).not.toHaveProperty('pattern')
    expect(read(written).notes).toBe(0)
  })

  it('know rules by their names in other editors, alone and together with others', () => {
    expect(read('only')).toEqual({ unique: true, notes: 0 })
    expect(read('req,only,')).toEqual({ unique: true, notes: 0 })
    expect(read('M')).toEqual({ validType: 'm', notes: 0 })
    expect(read('phone')).toEqual({ validType: 'm', notes: 0 })
    expect(read('email;only')).toEqual({ validType: 'email', unique: true, notes: 0 })
    expect(read('*6-16')).toEqual({ validType: '*6-16', notes: 0 })
    expect(read('m,e')).toEqual({ validType: 'm', notes: 1 })
  })

  it('keep what is a regular expression', () => {
    expect(read('^[a-z]+$')).toEqual({ pattern: '^[a-z]+$', notes: 0 })
    expect(read('/^\\d{3}$/i')).toEqual({ pattern: '^\\d{3}$', notes: 0 })
    expect(asksForValue('a*b')).toBe(false)
  })

  it('leave out of pickers, dates and numbers what only a typed text can meet', () => {
    for (const view of ['list', 'sel_user', 'switch', 'hidden', 'popup', 'pca', 'date', 'time'])
      expect(read('^[a-z]+$', { view }), view).toEqual({ notes: 1 })
    expect(read('m', { view: 'list' })).toEqual({ notes: 1 })
    expect(read('^\\d{4}$', { dated: true })).toEqual({ notes: 1 })
    expect(read('^\\d{4}$', { view: 'number', numeric: true })).toEqual({ notes: 1 })
    expect(read('s6-18', { view: 'number', numeric: true })).toEqual({ notes: 1 })
    expect(read('n', { view: 'number', numeric: true })).toEqual({ validType: 'n', notes: 0 })
    expect(read('only,m', { view: 'list' })).toEqual({ unique: true, notes: 1 })
  })
})
