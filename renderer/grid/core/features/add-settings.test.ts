import { expect, it } from 'vitest'
import { ADD_SETTINGS, placeOf, readAddSettings } from './add-settings.ts'

it('one row is added at the bottom, and the grid stays, where nothing else is kept [grid-77, grid-78, grid-79]', () => {
  const settings = readAddSettings(() => null)
  expect(settings).toEqual({ addRowNum: 1, addIndex: 0, addScrollToBottom: false })
  expect(placeOf(settings, 5)).toEqual({ at: 5, count: 1 })
})

it('what is kept holds, and what is no number is as if it were not kept [grid-80]', () => {
  const kept = { addRowNum: '3', addIndex: 'x', addScrollToBottom: 'true' }
  expect(readAddSettings((name) => kept[name as keyof typeof kept])).toEqual({
    addRowNum: 3,
    addIndex: 0,
    addScrollToBottom: true,
  })
})

it('no fewer rows than one are added, and none behind the last [grid-50, grid-68, grid-69]', () => {
  const place = (addRowNum: number, addIndex: number) => placeOf({ ...ADD_SETTINGS, addRowNum, addIndex }, 5)
  expect([place(0, 1), place(-4, 2), place(2, 5)]).toEqual([
    { at: 0, count: 1 },
    { at: 1, count: 1 },
    { at: 4, count: 2 },
  ])
  expect([place(1, 6).at, place(1, -1).at, place(1e9, 0).count]).toEqual([4, 5, 1000])
})
