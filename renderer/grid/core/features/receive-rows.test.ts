import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import { createMemoryRows } from '../memory-rows.ts'

const row = (id: string, name: string, version = 1): Row => ({ id, name, phone: id, _version: version })
const open = (...rows: Row[]) => createMemoryRows(rows, () => ({ name: null }))
const names = (source: ReturnType<typeof open>) => source.rows().map(({ values }) => values.name)

describe('rows that others have saved', () => {
  it('take the place of those that are as they were read, also in what undo brings back', () => {
    const source = open(row('1', 'a'), row('2', 'b'))
    source.edit([{ row: 0, name: 'name', value: 'mine' }])
    source.undo()
    const { arrived, isWhole } = source.receive([row('1', 'a'), row('2', 'theirs', 2)], null)
    expect([...arrived]).toEqual(['2'])
    expect(isWhole).toBe(true)
    expect(names(source)).toEqual(['a', 'theirs'])
    source.redo()
    expect(names(source)).toEqual(['mine', 'theirs'])
    source.undo()
    expect(source.read().rows.map(({ _version }) => _version)).toEqual([1, 2])
  })

  it('leave alone what was changed here, and say so at the cell', () => {
    const source = open(row('1', 'a'), row('2', 'b'))
    source.edit([
      { row: 0, name: 'name', value: 'mine' },
      { row: 1, name: 'name', value: 'mine' },
    ])
    expect(source.receive([row('1', 'theirs', 2)], null).isWhole).toBe(false)
    expect(names(source)).toEqual(['mine', 'mine'])
    expect(source.noteOf?.(0, 'name')).not.toBeNull()
    expect(source.noteOf?.(0, 'phone')).toBeNull()
    expect(source.noteOf?.(1, 'phone')).not.toBeNull()
    // Taken back, it is as it was read.
    source.undo()
    expect(source.receive([row('1', 'theirs', 2)], null).isWhole).toBe(true)
    expect(names(source)).toEqual(['theirs'])
    expect(source.noteOf?.(0, 'name')).toBeNull()
    expect(source.read().deletedIds).toEqual([])
  })

  it('come and go, behind what is being entered here', () => {
    const source = open(row('1', 'a'), row('2', 'b'))
    source.insert(2)
    source.receive([row('2', 'b'), row('3', 'c')], null)
    expect(names(source)).toEqual(['b', null, 'c'])
    expect(source.rows().map(({ isNew }) => isNew)).toEqual([false, true, false])
    // What was removed here stays removed, unless the other side has changed it.
    const other = open(row('1', 'a'), row('2', 'b'))
    other.remove(['1'])
    expect(other.receive([row('1', 'a'), row('2', 'c', 2)], null).isWhole).toBe(true)
    expect(names(other)).toEqual(['c'])
    expect(other.receive([row('1', 'z', 2), row('2', 'c', 2)], null).isWhole).toBe(false)
  })

  it('stand in the order of the others where nothing was changed here', () => {
    const source = open(row('1', 'a'), row('2', 'b'))
    source.receive([row('3', 'c'), row('2', 'b'), row('1', 'a')], null)
    expect(names(source)).toEqual(['c', 'b', 'a'])
  })

  it('wait for an open editor: its row stays, and no row comes or goes', () => {
    const source = open(row('1', 'a'), row('2', 'b'), row('3', 'c'))
    const theirs = [row('1', 'x', 2), row('2', 'y', 2), row('4', 'd')]
    expect(source.receive(theirs, { key: '1' }).isWhole).toBe(false)
    expect(names(source)).toEqual(['a', 'y', 'c'])
    expect(source.receive(theirs, null).isWhole).toBe(true)
    expect(names(source)).toEqual(['x', 'y', 'd'])
  })

  it('never take a value that was entered here, whatever both did', () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: 4 }), value: fc.constantFrom('p', 'q', '') })
    fc.assert(
      fc.property(fc.array(change), fc.array(change), fc.boolean(), (mine, theirs, isOpen) => {
        const read = [1, 2, 3, 4].map((id) => row(String(id), `n${id}`))
        const source = open(...read)
        for (const { id, value } of mine) source.edit([{ row: id - 1, name: 'name', value }])
        const before = source.rows().map(({ values }) => values)
        const now = read.map((one) => ({ ...one }))
        for (const { id, value } of theirs) Object.assign(now[id - 1] ?? {}, { name: value, _version: 2 })
        const { isWhole } = source.receive(now, isOpen ? { key: '1' } : null)
        for (const [at, { values }] of source.rows().entries()) {
          const isMine = before[at]?.name !== read[at]?.name
          if (isMine) expect(values).toBe(before[at])
          // A row has the version of its values, so that the server knows which it is.
          else expect([read[at], now[at]]).toContainEqual(values)
        }
        if (isWhole)
          for (const [at, { values }] of source.rows().entries())
            if (values.name === read[at]?.name) expect(values).toEqual(now[at])
      }),
    )
  })
})
