import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPlaces } from './sibling-places.ts'

const RANGE = { least: 0, most: 999_999 }
const changed = (places: (number | null)[], at: number, range = RANGE) =>
  Object.fromEntries(changedPlaces(places, at, range) ?? [])

describe('places among siblings', () => {
  it('change for the moved one alone where there is a gap', () => {
    expect(changed([10, null, 20], 1)).toEqual({ 1: 15 })
    expect(changed([1, 2, null], 2)).toEqual({ 2: 3 })
    expect(changed([null, 5, 6], 0)).toEqual({ 0: 2 })
    expect(changed([null], 0)).toEqual({ 0: 0 })
  })

  it('change for as many behind it as have to make room', () => {
    expect(changed([1, null, 2, 3, 9], 1)).toEqual({ 1: 2, 2: 3, 3: 4 })
    expect(changed([null, 0, 5], 0)).toEqual({ 0: 0, 1: 1 })
    // Equal places stood in the order of their names.
    expect(changed([1, null, 1, 1], 1)).toEqual({ 1: 2, 2: 3, 3: 4 })
  })

  it('are given to those without one that come to stand before', () => {
    expect(changed([7, null, null, null], 2)).toEqual({ 1: 8, 2: 9 })
  })

  it('begin anew where the end is reached, and are none where there is no room', () => {
    expect(changed([1, 9, null], 2, { least: 0, most: 9 })).toEqual({ 0: 0, 1: 1, 2: 2 })
    expect(changedPlaces([0, 1, null], 2, { least: 0, most: 1 })).toBeNull()
  })

  it('always stand in the wanted order', () => {
    const list = fc.array(fc.option(fc.nat(30)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(list, fc.nat(11), (given, where) => {
        const at = where % given.length
        const sort = (a: number | null, b: number | null) => (a ?? 1e9) - (b ?? 1e9)
        const others = given.slice(1).sort(sort)
        const places = [...others.slice(0, at), null, ...others.slice(at)]
        const now = places.map((place, index) => changedPlaces(places, at, RANGE)?.get(index) ?? place)
        const before = now.slice(0, at)
        const moved = now[at] ?? Number.NaN
        expect(before.every((place) => place !== null && place < moved)).toBe(true)
        expect(now.slice(at + 1).every((place) => place === null || place > moved)).toBe(true)
        expect(now).toEqual([...now].sort(sort))
      }),
    )
  })
})
