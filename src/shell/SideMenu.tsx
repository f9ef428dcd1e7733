import { Layout, Menu } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useLanguage } from '#renderer/index.ts'
import type { Device } from '../kit/device.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PartBoundary } from '../kit/PartBoundary.tsx'
import { logoOf, shellLookAtom, useShellNames } from '../kit/shell-look.ts'
import { activeKeys, type MenuModel } from '../menu/menu-model.ts'
import { text } from '../text/zh-CN.ts'
import { useMenuItems } from './menu-items.tsx'
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
  useLanguage()
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
  const look = useAtomValue(shellLookAtom)
  const names = useShellNames()
  return (
    <Link to="/" className="logo" title={names.product}>
      <img src={logoOf(look)} alt="" width={28} height={28} />
      {!isCollapsed && <span>{names.product}</span>}
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
  const active = useMemo(() => activeKeys(model, path), [model, path])
  const { items, fill } = useMenuItems(model.tree, active)
  // The menu draws itself again for every new list, whatever is in it.
  const selected = useMemo(() => active.slice(-1), [active])
  const [openKeys, setOpenKeys] = useState<string[]>(() => active.slice(0, -1))
  // The page may also come below another group while it is shown.
  const place = [path, ...active].join('\n')
  const [shownPlace, setShownPlace] = useState(place)
  // Going to a page opens its groups; what the user opened besides stays open.
  if (shownPlace !== place) {
    setShownPlace(place)
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
      {...(isCollapsed ? {} : { openKeys })}
      onOpenChange={(keys) => {
        fill(keys)
        if (!isCollapsed) setOpenKeys(keys)
      }}
    />
  )
}
