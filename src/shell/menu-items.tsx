import type { MenuProps } from 'antd'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { MenuIcon } from '#renderer/index.ts'
import { ExternalLink } from '../menu/ExternalLink.tsx'
import type { MenuNode } from '../menu/menu-model.ts'

/** More entries than a screen shows of the topmost level. */
const FIRST_DRAWN = 40

type Item = NonNullable<MenuProps['items']>[number]

/**
 * The menu's nodes as antd's items, and what to tell of groups that open. A group has its entries from when it is first opened, or the page
 * shown is one of them: antd draws every item it is given once, and a menu may have ten thousand. Of hundreds of groups those in sight are drawn
 * with the page, the others behind it.
 */
export function useMenuItems(tree: readonly MenuNode[], active: readonly string[]) {
  const [filled, setFilled] = useState<ReadonlySet<string>>(() => new Set(active))
  const fill = (keys: readonly string[]) => {
    if (keys.some((key) => !filled.has(key))) setFilled(new Set([...filled, ...keys]))
  }
  fill(active.slice(0, -1))
  const count = useDeferredValue(tree.length, FIRST_DRAWN)
  const items = useMemo(() => menuItems(tree.slice(0, count), filled), [tree, count, filled])
  return { items, fill }
}

/** Pages are real links, so that a middle click opens a browser tab. */
function menuItems(nodes: readonly MenuNode[], filled: ReadonlySet<string>, isTop = true): Item[] {
  return nodes.map((node) => ({
    key: node.key,
    icon: iconOf(node, isTop),
    title: node.title,
    ...(node.children.length > 0
      ? {
          label: node.title,
          children: filled.has(node.key) ? menuItems(node.children, filled, false) : [],
        }
      : { label: labelOf(node) }),
  }))
}

function iconOf(node: MenuNode, isTop: boolean): ReactNode {
  return isTop || node.icon ? <MenuIcon name={node.icon} /> : null
}

function labelOf(node: MenuNode): ReactNode {
  if (!node.externalUrl) return <Link to={node.path}>{node.title}</Link>
  return <ExternalLink url={node.externalUrl}>{node.title}</ExternalLink>
}
