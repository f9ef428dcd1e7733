import { expect, it } from 'vitest'
import { pathsOf } from './depart-path.ts'

const node = (id: string, parentId: string | null) => ({ id, parentId, departName: id.toUpperCase() })

it('a path names the departments above, and a circle of parents ends', () => {
  const paths = pathsOf([node('a', null), node('b', 'a'), node('c', 'b'), node('x', 'y'), node('y', 'x')])
  expect(paths.get('c')).toBe('A/B/C')
  expect(paths.get('a')).toBe('A')
  expect(paths.get('x')).toBe('Y/X')
})
