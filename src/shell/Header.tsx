import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Layout, Menu } from 'antd'
import { useAtom } from 'jotai'
import { memo, useEffect, useMemo, useState } from 'react'
import { useLanguage } from '#renderer/index.ts'
import type { Device } from '../kit/device.ts'
import { useShellNames } from '../kit/shell-look.ts'
import { activeKeys, type MenuModel } from '../menu/menu-model.ts'
import { text } from '../text/zh-CN.ts'
import { useMenuItems } from './menu-items.tsx'
import { Logo } from './SideMenu.tsx'
import { changeSettings, HEADER_HIDE_AFTER_PX, settingsAtom } from './settings.ts'
import { UserMenu } from './UserMenu.tsx'

interface HeaderProps {
  model: MenuModel
  path: string
  device: Device
  /** The header carries the menu. */
  isTop: boolean
}

const NO_NODES: MenuModel['tree'] = []

/** Toggle or top menu, greeting, user. */
export const Header = memo(function Header({ model, path, device, isTop }: HeaderProps) {
  useLanguage()
  const [settings, setSettings] = useAtom(settingsAtom)
  const { name } = useShellNames()
  const isHidden = useHiddenByScroll(settings.fixedHeader && settings.autoHideHeader)
  const isDark = isTop && (settings.menuTheme === 'dark' || settings.theme === 'dark')
  const active = useMemo(() => activeKeys(model, path), [model, path])
  const { items, fill } = useMenuItems(isTop ? model.tree : NO_NODES, active)
  const className = [
    'main-header',
    settings.fixedHeader ? 'is-fixed' : '',
    isHidden ? 'is-hidden' : '',
    isDark ? 'is-dark' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const isOpened = settings.sidebarOpened
  return (
    <Layout.Header className={className}>
      {isTop ? (
        <>
          <Logo isCollapsed={device !== 'desktop'} />
          <nav className="top-menu" aria-label={text.menu.navigation}>
            <Menu
              mode="horizontal"
              theme={isDark ? 'dark' : 'light'}
              items={items}
              selectedKeys={[...active]}
              onOpenChange={fill}
            />
          </nav>
        </>
      ) : (
        <>
          <Button
            type="text"
            className="header-toggle"
            aria-label={text.menu.toggle}
            aria-expanded={isOpened}
            icon={isOpened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
            onClick={() =>
              setSettings((before) => changeSettings(before, { sidebarOpened: !before.sidebarOpened }))
            }
          />
          {device === 'desktop' && <span className="header-welcome">{text.welcome(name)}</span>}
          <span className="header-space" />
        </>
      )}
      <UserMenu model={model} device={device} />
    </Layout.Header>
  )
})

/** Away while scrolling down beyond the threshold, back when scrolling up. */
function useHiddenByScroll(isOn: boolean): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!isOn) return setHidden(false)
    let last = window.scrollY
    const handleScroll = () => {
      const now = window.scrollY
      if (now !== last) setHidden(now > last && now > HEADER_HIDE_AFTER_PX)
      last = now
    }
    window.addEventListener('scroll', handleScroll, { passive: true })
    return () => window.removeEventListener('scroll', handleScroll)
  }, [isOn])
  return isHidden
}
