import {
  ClearOutlined,
  KeyOutlined,
  LogoutOutlined,
  SettingOutlined,
  SwapOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { App, Avatar, Button, Dropdown } from 'antd'
import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import { RequestError } from '#renderer/index.ts'
import { BellSlot } from '../notice/BellSlot.tsx'
import { sessionUserAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'
import type { Device } from './device.ts'
import { lazyNamed } from './load-chunk.ts'
import { MenuSearch } from './MenuSearch.tsx'
import type { MenuModel } from './menu-model.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { useServices } from './services.ts'
import { staticUrl } from './static-url.ts'

const PasswordDialog = lazyNamed(() => import('./PasswordDialog.tsx'), 'PasswordDialog')
const DepartDialog = lazyNamed(() => import('./DepartDialog.tsx'), 'DepartDialog')
const SettingsDrawer = lazyNamed(() => import('./SettingsDrawer.tsx'), 'SettingsDrawer')

type Open = 'password' | 'depart' | 'settings' | null

/** Menu search, and everything about oneself. */
export function UserMenu({ model, device }: { model: MenuModel; device: Device }) {
  const { session, config } = useServices()
  const { message, modal } = App.useApp()
  const user = useAtomValue(sessionUserAtom)
  const [open, setOpen] = useState<Open>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(null)
    // The entry that opened the dialog went with its menu: the focus returns to what opened that.
    button.current?.focus()
  }, [])

  async function handleClearCache() {
    const isDone = await session.refreshDictionaries().catch((error: unknown) => {
      // An ended session has been announced already; one failure, one message.
      if (error instanceof RequestError && error.announced) return null
      return false
    })
    if (isDone) void message.success(text.user.cacheCleared)
    else if (isDone === false) void message.warning(text.user.cacheFailed)
  }

  function handleLogout() {
    modal.confirm({
      title: text.user.logoutTitle,
      content: text.user.logoutQuestion,
      okText: text.confirm,
      cancelText: text.cancel,
      onOk: () => session.signOut(),
    })
  }

  const handlePassword = () => {
    if (user.username === '') void message.warning(text.password.nobody)
    else setOpen('password')
  }

  return (
    <div className="user-menu">
      <MenuSearch model={model} device={device} />
      <BellSlot />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'settings',
              icon: <SettingOutlined />,
              label: text.user.settings,
              onClick: () => setOpen('settings'),
            },
            { key: 'password', icon: <KeyOutlined />, label: text.user.password, onClick: handlePassword },
            {
              key: 'depart',
              icon: <SwapOutlined />,
              label: text.user.depart,
              onClick: () => setOpen('depart'),
            },
            {
              key: 'cache',
              icon: <ClearOutlined />,
              label: text.user.clearCache,
              onClick: () => void handleClearCache(),
            },
            ...(device === 'mobile'
              ? [{ key: 'logout', icon: <LogoutOutlined />, label: text.user.logout, onClick: handleLogout }]
              : []),
          ],
        }}
      >
        <Button
          ref={button}
          type="text"
          className="user-button"
          aria-haspopup="menu"
          aria-label={`${text.user.welcome}${user.realname}`}
        >
          <Avatar
            size="small"
            {...(user.avatar ? { src: staticUrl(user.avatar, config) } : { icon: <UserOutlined /> })}
            alt=""
          />
          {device !== 'mobile' && (
            <span className="user-name">
              {text.user.welcome}
              {user.realname}
            </span>
          )}
        </Button>
      </Dropdown>
      {device !== 'mobile' && (
        <Button type="text" icon={<LogoutOutlined />} onClick={handleLogout}>
          {device === 'desktop' ? text.user.logout : null}
          {device === 'desktop' ? null : <span className="visually-hidden">{text.user.logout}</span>}
        </Button>
      )}
      <PartBoundary onFail={close}>
        {open === 'password' && <PasswordDialog onClose={close} />}
        {open === 'depart' && <DepartDialog onClose={close} />}
        {open === 'settings' && <SettingsDrawer onClose={close} />}
      </PartBoundary>
    </div>
  )
}
