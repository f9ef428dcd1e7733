import { Layout, Menu } from 'antd'
import { useAtom } from 'jotai'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { text } from '../text/zh-CN.ts'
import type { Device } from './device.ts'
import { lazyNamed } from './load-chunk.ts'
import { menuItems } from './menu-items.tsx'
import { activeKeys, type MenuModel } from './menu-model.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { changeSettings, settingsAtom } from './settings.ts'

/** The fixed sidebar of the desktop. */
const SIDER_WIDTH_PX = 208
const COLLAPSED_WIDTH_PX = 80

const MenuDrawer = lazyNamed(() => import('./MenuDrawer.tsx'), 'MenuDrawer')

interface SideMenuProps {
  model: MenuModel
  path: string
  device: Device
}

/** A sidebar on the desktop, a drawer on the phone. */
export const SideMenu = memo(function SideMenu({ model, path, device }: SideMenuProps) {
  const [settings, setSettings] = useAtom(settingsAtom)
  const isMobile = device === 'mobile'
  const isDark = settings.menuTheme === 'dark' || settings.theme === 'dark'
  const close = () => setSettings((before) => changeSettings(before, { sidebarOpened: false }))

  // The sidebar closes when there is no room for it, and when a choice was made in the drawer; where there is room again it
  // is what it was.
  const onDesktop = useRef<boolean | null>(null)
  const isOpened = useRef(settings.sidebarOpened)
  isOpened.current = settings.sidebarOpened
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path closes the drawer
  useEffect(() => {
    if (device === 'desktop') {
      const before = onDesktop.current
      if (before !== null) setSettings((now) => changeSettings(now, { sidebarOpened: before }))
      onDesktop.current = null
      return () => {
        onDesktop.current = isOpened.current
      }
    }
    setSettings((before) => changeSettings(before, { sidebarOpened: false }))
  }, [device, isMobile ? path : null, setSettings])

  const menu = (
    <nav aria-label={text.menu.navigation} className={`side-menu${isDark ? ' is-dark' : ''}`}>
      <Logo isCollapsed={!settings.sidebarOpened && !isMobile} />
      <TreeMenu
        model={model}
        path={path}
        isDark={isDark}
        isCollapsed={!settings.sidebarOpened && !isMobile}
      />
    </nav>
  )
  if (isMobile)
    return (
      <PartBoundary onFail={close}>
        <MenuDrawer isOpen={settings.sidebarOpened} onClose={close}>
          {menu}
        </MenuDrawer>
      </PartBoundary>
    )
  return (
    <Layout.Sider
      className={`side${settings.fixedSidebar ? ' is-fixed' : ''}${isDark ? ' is-dark' : ''}`}
      width={SIDER_WIDTH_PX}
      collapsedWidth={COLLAPSED_WIDTH_PX}
      collapsed={!settings.sidebarOpened}
      trigger={null}
      theme={isDark ? 'dark' : 'light'}
    >
      {menu}
    </Layout.Sider>
  )
})

/** Leads to the dashboard route. */
export function Logo({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <Link to="/" className="logo" title={text.product}>
      <img src="/logo.svg" alt="" width={28} height={28} />
      {!isCollapsed && <span>{text.product}</span>}
    </Link>
  )
}

interface TreeMenuProps {
  model: MenuModel
  path: string
  isDark: boolean
  isCollapsed: boolean
}

function TreeMenu({ model, path, isDark, isCollapsed }: TreeMenuProps) {
  const items = useMemo(() => menuItems(model.tree), [model])
  const active = useMemo(() => activeKeys(model, path), [model, path])
  // The menu draws itself again for every new list, whatever is in it.
  const selected = useMemo(() => active.slice(-1), [active])
  const [openKeys, setOpenKeys] = useState<string[]>(() => active.slice(0, -1))
  const [shownPath, setShownPath] = useState(path)
  // Going to a page opens its groups; what the user opened besides stays open.
  if (shownPath !== path) {
    setShownPath(path)
    setOpenKeys((before) => {
      const all = new Set([...before, ...active.slice(0, -1)])
      return all.size === before.length ? before : [...all]
    })
  }
  return (
    <Menu
      mode="inline"
      theme={isDark ? 'dark' : 'light'}
      items={items}
      selectedKeys={selected}
      inlineCollapsed={isCollapsed}
      // Collapsed groups are pop-ups, which antd opens and closes itself.
      {...(isCollapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
    />
  )
}
