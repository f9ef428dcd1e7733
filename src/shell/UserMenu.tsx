import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Avatar, Button, Dropdown } from 'antd'
import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import { AfterPage } from '../kit/AfterPage.tsx'
import type { Device } from '../kit/device.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PartBoundary } from '../kit/PartBoundary.tsx'
import { useServices } from '../kit/services.ts'
import { staticUrl } from '../kit/static-url.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { BellSlot } from '../notice/BellSlot.tsx'
import { sessionUserAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'
import { hasGuide } from './guide-paths.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { type UserDialog, useUserActions } from './user-actions.tsx'

const PasswordDialog = lazyNamed(() => import('../kit/PasswordDialog.tsx'), 'PasswordDialog')
const DepartDialog = lazyNamed(() => import('./DepartDialog.tsx'), 'DepartDialog')
const SettingsDrawer = lazyNamed(() => import('./SettingsDrawer.tsx'), 'SettingsDrawer')
const OperationsDrawer = lazyNamed(() => import('./OperationsDrawer.tsx'), 'OperationsDrawer')
const GuideHint = lazyNamed(() => import('./GuideHint.tsx'), 'GuideHint')
const GuideDrawer = lazyNamed(() => import('./GuideDrawer.tsx'), 'GuideDrawer')

/** The search, and everything about oneself. */
export function UserMenu({ model, device }: { model: MenuModel; device: Device }) {
  const { config } = useServices()
  const user = useAtomValue(sessionUserAtom)
  const [open, setOpen] = useState<UserDialog | null>(null)
  const isGuided = hasGuide(model)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(null)
    // The entry that opened the dialog went with its menu: the focus returns to what opened that.
    button.current?.focus()
  }, [])

  const actions = useUserActions(model, setOpen)
  const inMenu = actions.filter(({ key }) => key !== 'theme' && (key !== 'logout' || device === 'mobile'))
  const signOut = actions.find(({ key }) => key === 'logout')

  return (
    <div className="user-menu">
      <SearchButton model={model} device={device} actions={actions} />
      {isGuided && (
        <AfterPage>
          <GuideHint device={device} isOpen={open === 'guide'} onOpen={() => setOpen('guide')} />
        </AfterPage>
      )}
      <BellSlot />
      <Dropdown
        trigger={['click']}
        menu={{
          items: inMenu.map(({ key, icon, title, lang, run }) => ({
            key,
            icon,
            label: lang ? <span lang={lang}>{title}</span> : title,
            onClick: run,
          })),
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
        <Button type="text" icon={<LogoutOutlined />} onClick={signOut?.run}>
          {device === 'desktop' ? text.user.logout : null}
          {device === 'desktop' ? null : <span className="visually-hidden">{text.user.logout}</span>}
        </Button>
      )}
      <PartBoundary onFail={close}>
        {open === 'password' && <PasswordDialog onClose={close} />}
        {open === 'depart' && <DepartDialog onClose={close} />}
        {open === 'guide' && <GuideDrawer model={model} onClose={close} />}
        {open === 'operations' && <OperationsDrawer onClose={close} />}
        {open === 'settings' && <SettingsDrawer onClose={close} />}
      </PartBoundary>
    </div>
  )
}
