import {
  ClearOutlined,
  DownloadOutlined,
  GlobalOutlined,
  HistoryOutlined,
  IdcardOutlined,
  KeyOutlined,
  LogoutOutlined,
  SettingOutlined,
  SolutionOutlined,
  SwapOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { App, Avatar, Button, Dropdown } from 'antd'
import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RequestError, useLanguage } from '#renderer/index.ts'
import { LANGUAGES } from '#schemas/text/text.ts'
import { AfterPage } from '../kit/AfterPage.tsx'
import type { Device } from '../kit/device.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PartBoundary } from '../kit/PartBoundary.tsx'
import { useServices } from '../kit/services.ts'
import { staticUrl } from '../kit/static-url.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { BellSlot } from '../notice/BellSlot.tsx'
import { atProvider } from '../session/at-provider.ts'
import { sessionUserAtom } from '../session/atoms.ts'
import { LANGUAGE_NAMES } from '../text/language-names.ts'
import { text } from '../text/zh-CN.ts'
import { hasGuide } from './guide-paths.ts'
import { MenuSearch } from './MenuSearch.tsx'

const PasswordDialog = lazyNamed(() => import('../kit/PasswordDialog.tsx'), 'PasswordDialog')
const DepartDialog = lazyNamed(() => import('./DepartDialog.tsx'), 'DepartDialog')
const SettingsDrawer = lazyNamed(() => import('./SettingsDrawer.tsx'), 'SettingsDrawer')
const OperationsDrawer = lazyNamed(() => import('./OperationsDrawer.tsx'), 'OperationsDrawer')
const GuideHint = lazyNamed(() => import('./GuideHint.tsx'), 'GuideHint')
const GuideDrawer = lazyNamed(() => import('./GuideDrawer.tsx'), 'GuideDrawer')

type Open = 'password' | 'depart' | 'settings' | 'guide' | 'operations' | null

/** Menu search, and everything about oneself. */
export function UserMenu({ model, device }: { model: MenuModel; device: Device }) {
  const { session, config, languages, http } = useServices()
  const language = useLanguage()
  const { message, modal } = App.useApp()
  const user = useAtomValue(sessionUserAtom)
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const isGuided = hasGuide(model)
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
      onOk: async () => {
        await session.signOut()
        await atProvider.leave(http)
      },
    })
  }

  const handlePassword = () => {
    if (user.username === '') void message.warning(text.password.nobody)
    else setOpen('password')
  }

  return (
    <div className="user-menu">
      <MenuSearch model={model} device={device} />
      {isGuided && (
        <AfterPage>
          <GuideHint device={device} isOpen={open === 'guide'} onOpen={() => setOpen('guide')} />
        </AfterPage>
      )}
      <BellSlot />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'personal',
              icon: <IdcardOutlined />,
              label: text.user.personal,
              onClick: () => navigate('/system/usersetting'),
            },
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
              key: 'operations',
              icon: <HistoryOutlined />,
              label: text.user.operations,
              onClick: () => setOpen('operations'),
            },
            {
              key: 'exports',
              icon: <DownloadOutlined />,
              label: text.user.exports,
              onClick: () => navigate('/online/cgformList/my_export'),
            },
            {
              key: 'cache',
              icon: <ClearOutlined />,
              label: text.user.clearCache,
              onClick: () => void handleClearCache(),
            },
            ...(isGuided
              ? [
                  {
                    key: 'guide',
                    icon: <SolutionOutlined />,
                    label: text.user.guide,
                    onClick: () => setOpen('guide'),
                  },
                ]
              : []),
            ...LANGUAGES.filter((other) => other !== language).map((other) => ({
              key: other,
              icon: <GlobalOutlined />,
              label: <span lang={other}>{LANGUAGE_NAMES[other]}</span>,
              onClick: () => void languages.choose(other),
            })),
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
        {open === 'guide' && <GuideDrawer model={model} onClose={close} />}
        {open === 'operations' && <OperationsDrawer onClose={close} />}
        {open === 'settings' && <SettingsDrawer onClose={close} />}
      </PartBoundary>
    </div>
  )
}
