import * as icons from '@ant-design/icons'
import type { ComponentType } from 'react'
import { iconKey } from '#renderer/index.ts'

/** How an icon is drawn. */
export type IconStyle = 'Outlined' | 'Filled' | 'TwoTone'

export interface NamedIcon {
  /** As menus and documents name it. */
  name: string
  Icon: ComponentType
}

/** All icons of a style, by name. */
export function iconsOf(style: IconStyle): NamedIcon[] {
  return Object.entries(icons as unknown as Readonly<Record<string, ComponentType>>)
    .filter(([name]) => name.endsWith(style))
    .map(([name, Icon]) => ({ name: nameOf(name, style), Icon }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Outlined is what a bare name means. */
function nameOf(component: string, style: IconStyle): string {
  const bare = iconKey(component)
  return style === 'Outlined' ? bare : `${bare}-${style.toLowerCase()}`
}
