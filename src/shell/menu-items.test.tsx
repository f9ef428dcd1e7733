import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MenuNode } from '../menu/menu-model.ts'
import { useMenuItems } from './menu-items.tsx'

const node = (key: string, children: readonly MenuNode[] = []): MenuNode => ({
  key,
  title: `菜单 ${key}`,
  icon: null,
  path: `/menu/${key}`,
  externalUrl: null,
  children,
})
const groups = (count: number) =>
  Array.from({ length: count }, (_, at) => node(`${at}`, [node(`${at}.0`), node(`${at}.1`)]))

it('a menu of hundreds of groups is drawn as far as it is in sight, then whole', () => {
  const drawn: number[] = []
  const tree = groups(300)
  renderHook(() => drawn.push(useMenuItems(tree, []).items.length))
  expect(drawn[0]).toBeLessThan(60)
  expect(drawn.at(-1)).toBe(300)
})

it('a group has its entries from when it is opened, or the page shown is one of them', () => {
  const tree = groups(3)
  const { result, rerender } = renderHook(({ active }) => useMenuItems(tree, active), {
    initialProps: { active: ['1', '1.0'] },
  })
  const filled = () =>
    result.current.items.map((item) => (item && 'children' in item ? item.children?.length : undefined))
  expect(filled()).toEqual([0, 2, 0])
  rerender({ active: ['2', '2.1'] })
  expect(filled()).toEqual([0, 2, 2])
})
