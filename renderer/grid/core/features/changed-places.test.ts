import { expect, it } from 'vitest'
import type { GridRow } from '../row-source.types.ts'
import { changedPlaces } from './changed-places.ts'

const row = (key: string, text = ''): GridRow => ({ key, isNew: false, values: { text } })

it('tells which rows are others, and nothing of them once rows came, went or moved', () => {
  const [a, b, c] = [row('a'), row('b'), row('c')]
  expect(changedPlaces([a, b, c], [a, b, c])).toEqual([])
  expect(changedPlaces([a, b, c], [a, row('b', 'new'), c])).toEqual([1])
  expect(changedPlaces([a, b], [a, b, c])).toBeNull()
  expect(changedPlaces([a, b, c], [a, b])).toBeNull()
  expect(changedPlaces([a, b, c], [b, a, c])).toBeNull()
})
