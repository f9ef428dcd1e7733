import { describe, expect, it } from 'vitest'
import { type CompleteRow, createMemoryRows, type MemoryRows } from './memory-rows.ts'

const begin = () =>
  createMemoryRows(
    [
      { id: 'a', _version: 3, name: '甲', sex: '1', sex_dictText: '男' },
      { id: 'b', _version: 1, name: '乙' },
    ],
    () => ({ level: 'N' }),
  )

describe('rows of a grid', () => {
  it('give new rows temporary ids and drop them when read [grid-44, grid-45, grid-62]', () => {
    const data = begin()
    const [added] = data.insert(2)
    expect(added?.key).toMatch(/^new-/)
    expect(new Set(data.rows().map(({ key }) => key)).size).toBe(3)
    data.edit([{ row: 2, name: 'name', value: '丙' }])
    expect(data.read().rows).toEqual([
      { id: 'a', _version: 3, name: '甲', sex: '1' },
      { id: 'b', _version: 1, name: '乙' },
      { level: 'N', name: '丙' },
    ])
  })

  it('are sent without what the server keeps itself, so that thousands fit into a request', () => {
    const row = {
      id: 'a',
      _version: 2,
      _tenant: 1,
      create_by: 'x',
      update_time: '2026-01-01 00:00:00',
      name: '甲',
    }
    const data = createMemoryRows([{ ...row, sex: '1', sex_dictText: '男' }], () => ({}))
    expect(data.read().rows).toEqual([{ id: 'a', _version: 2, name: '甲', sex: '1' }])
  })

  it('record removed rows that were there before, and only those [grid-54, grid-61]', () => {
    const data = begin()
    const [added] = data.insert(0)
    expect(data.remove(['a', added?.key ?? ''])).toBe(2)
    expect(data.read()).toEqual({ rows: [{ id: 'b', _version: 1, name: '乙' }], deletedIds: ['a'] })
  })

  it('can be added at the top, at an index and at the bottom, one at least [grid-50, grid-51]', () => {
    const data = begin()
    data.insert(0)
    data.insert(2, 2)
    data.insert(99, 0)
    expect(data.rows().map(({ isNew }) => isNew)).toEqual([true, false, true, true, false, true])
  })

  const ordered = (complete?: CompleteRow) =>
    createMemoryRows(
      ['a', 'b', 'c'].map((id, at) => ({ id, no: (at + 1) * 10 })),
      () => ({}),
      complete,
      () => 'no',
    )
  const shown = (data: MemoryRows) => data.rows().map(({ key, values }) => [key, values.no])

  it('are numbered from 1 after a row was added, removed or moved, in the same step [grid-47]', () => {
    const data = ordered()
    const [added] = data.insert(1)
    expect(added?.values.no).toBe(2)
    expect(shown(data).map(([, no]) => no)).toEqual([1, 2, 3, 4])
    data.undo()
    expect(shown(data).map(([, no]) => no)).toEqual([10, 20, 30])
    data.remove(['a'])
    expect(shown(data)).toEqual([
      ['b', 1],
      ['c', 2],
    ])
    data.undo()
    data.edit([{ row: 4, name: 'name', value: 'far below' }])
    expect(shown(data).map(([, no]) => no)).toEqual([1, 2, 3, 4, 5])
  })

  it('are not numbered where only a cell was changed, nor where no number is named', () => {
    const data = ordered()
    data.edit([{ row: 0, name: 'name', value: 'x' }])
    expect(shown(data).map(([, no]) => no)).toEqual([10, 20, 30])
    const others = begin()
    others.move(0, 1, 1)
    expect(others.rows().map(({ key }) => key)).toEqual(['b', 'a'])
    expect(others.read().rows.some((row) => 'no' in row)).toBe(false)
  })

  it('move up and down, but not above the first nor below the last [grid-55, grid-56, grid-57]', () => {
    const data = ordered()
    expect(data.move(1, 2, 0)).toBe(true)
    expect(shown(data)).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ])
    expect([data.move(0, 1, -1), data.move(2, 1, 3), data.move(7, 1, 0)]).toEqual([false, false, false])
    expect(data.move(0, 1, 2)).toBe(true)
    expect(shown(data).map(([key]) => key)).toEqual(['c', 'a', 'b'])
    data.undo()
    data.undo()
    expect(shown(data)).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ])
    expect(data.undo()).toBe(false)
  })

  it('have what their rules make of their new number', () => {
    const data = ordered((values) => ({ ...values, label: `line ${values.no}` }))
    data.move(2, 1, 0)
    expect(data.rows().map(({ values }) => values.label)).toEqual(['line 1', 'line 2', 'line 3'])
  })

  it('grow when a block reaches behind the last one', () => {
    const data = begin()
    data.edit([
      { row: 1, name: 'name', value: '二' },
      { row: 3, name: 'name', value: '四' },
    ])
    expect(data.read().rows.map((row) => row.name)).toEqual(['甲', '二', undefined, '四'])
  })

  it('leave what was not touched as it is: no key is added', () => {
    const data = begin()
    expect(
      data.edit([
        { row: 1, name: 'sex', value: null },
        { row: 0, name: 'name', value: '甲' },
      ]),
    ).toEqual([])
    expect(data.read().rows[1]).toEqual({ id: 'b', _version: 1, name: '乙' })
    expect(data.undo()).toBe(false)
  })

  it('go back and forth step by step: a block is one step, and a removed row comes back with its id', () => {
    const data = begin()
    data.edit([
      { row: 0, name: 'name', value: '1' },
      { row: 1, name: 'name', value: '2' },
    ])
    data.remove(['b'])
    expect(data.undo()).toBe(true)
    expect(data.read()).toMatchObject({ rows: [{ name: '1' }, { id: 'b', name: '2' }], deletedIds: [] })
    expect(data.undo()).toBe(true)
    expect(data.read().rows.map((row) => row.name)).toEqual(['甲', '乙'])
    expect(data.undo()).toBe(false)
    data.redo()
    data.redo()
    expect(data.redo()).toBe(false)
    expect(data.read().deletedIds).toEqual(['b'])
    data.undo()
    data.edit([{ row: 0, name: 'name', value: 'x' }])
    expect(data.redo()).toBe(false)
  })

  it('take the meaning of a text into every state that undo and redo bring back, without a step of its own', () => {
    const data = begin()
    data.edit([{ row: 0, name: 'owner', value: '张三' }])
    data.edit([{ row: 1, name: 'name', value: '二' }])
    data.undo()
    const settlement = { key: 'a', name: 'owner', text: '张三', value: 'zhang', fill: { hall: '一' } }
    expect(data.settle([settlement])).toBe(true)
    expect(data.rows()[0]?.values).toMatchObject({ owner: 'zhang', hall: '一' })
    data.redo()
    expect(data.rows()[0]?.values).toMatchObject({ owner: 'zhang', hall: '一' })
    expect(data.rows()[1]?.values.name).toBe('二')
    expect(data.settle([settlement])).toBe(false)
    data.undo()
    data.undo()
    expect(data.rows()[0]?.values).not.toHaveProperty('owner')
    expect(data.undo()).toBe(false)
  })

  it('say when others took their place, and only then', () => {
    const data = begin()
    let told = 0
    const forget = data.onReplaced(() => {
      told += 1
    })
    data.edit([{ row: 0, name: 'name', value: 'x' }])
    data.insert(0)
    data.undo()
    expect(told).toBe(0)
    data.reset([{ id: 'c' }])
    expect([told, data.total(), data.firstNumber()]).toEqual([1, 1, 1])
    forget()
    data.reset([])
    expect(told).toBe(1)
  })

  it('can be read with other values than they hold', () => {
    const data = begin()
    const content = data.read((row) => (row.key === 'b' ? { ...row.values, name: '从前' } : row.values))
    expect(content.rows.map(({ name }) => name)).toEqual(['甲', '从前'])
  })

  it('never write into the rows they were given', () => {
    const given = [Object.freeze({ id: 'a', name: '甲' })]
    const data = createMemoryRows(given, () => ({}))
    data.edit([{ row: 0, name: 'name', value: '乙' }])
    expect(given[0]?.name).toBe('甲')
    data.reset(given)
    expect(data.read().rows).toEqual([{ id: 'a', name: '甲' }])
    expect(data.undo()).toBe(false)
  })

  it('keep columns with the names of built-in properties', () => {
    const data = createMemoryRows([{ id: 'a', constructor: 'x', toString: null }], () => ({}))
    data.edit([{ row: 0, name: 'toString', value: 'y' }])
    expect(data.read().rows).toEqual([{ id: 'a', constructor: 'x', toString: 'y' }])
  })
})
