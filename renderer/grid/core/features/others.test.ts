import { expect, it } from 'vitest'
import { createOthers } from './others.ts'

const one = (name: string, row: string | null, field: string | null, isEditing = false) => ({
  socketKey: 'visit:1',
  senderId: name,
  name,
  isHere: true,
  place: { sub: 'guest', row, field, isEditing },
})

it('says who is in a row and in a cell, who edits before who stands there', () => {
  const others = createOthers()
  others.set([
    one('甲', '7', 'name'),
    one('乙', '7', 'name', true),
    one('丙', '7', null),
    one('丁', null, null),
  ])
  expect(others.inCell('7', 'name')).toMatchObject({ name: '乙', isEditing: true })
  expect(others.inCell('7', 'phone')).toBeNull()
  expect(others.inRow('7').map(({ name }) => name)).toEqual(['甲', '乙', '丙'])
  expect(others.inRow('8')).toEqual([])
  others.set([])
  expect(others.inCell('7', 'name')).toBeNull()
})
