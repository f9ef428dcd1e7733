import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ExternalLink } from './ExternalLink.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import type { MenuNode } from './menu-model.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** The menu's nodes as antd's items. Pages are real links, so that a middle click opens a browser tab. */
export function menuItems(nodes: readonly MenuNode[], isTop = true): Item[] {
  return nodes.map((node) => ({
    key: node.key,
    icon: iconOf(node, isTop),
    title: node.title,
    ...(node.children.length > 0
      ? { label: node.title, children: menuItems(node.children, false) }
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
