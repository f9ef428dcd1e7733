import {
  BulbOutlined,
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
} from '@ant-design/icons'
import { App } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { RequestError, useLanguage } from '#renderer/index.ts'
import { LANGUAGES } from '#schemas/text/text.ts'
import { useServices } from '../kit/services.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { atProvider } from '../session/at-provider.ts'
import { sessionUserAtom } from '../session/atoms.ts'
import { LANGUAGE_NAMES } from '../text/language-names.ts'
import { text } from '../text/zh-CN.ts'
import { hasGuide } from './guide-paths.ts'
import { changeSettings, settingsAtom } from './settings.ts'

/** Something that a user may do on any page. */
export interface UserAction {
  key: string
  icon: ReactNode
  title: string
  /** The language of the title, where it is not the reader's. */
  lang?: string
  run(): void
}

/** Dialogs and drawers of the user menu. */
export type UserDialog = 'password' | 'depart' | 'settings' | 'guide' | 'operations'

/** What a user may do on any page, in the order of the menu; `open` shows what an action opens. */
export function useUserActions(model: MenuModel, open: (dialog: UserDialog) => void): readonly UserAction[] {
  const { session, languages, http } = useServices()
  const language = useLanguage()
  const { message, modal } = App.useApp()
  const { username } = useAtomValue(sessionUserAtom)
  const [{ theme }, setSettings] = useAtom(settingsAtom)
  const navigate = useNavigate()
  const isGuided = hasGuide(model)

  return useMemo(() => {
    async function clearCache() {
      const isDone = await session.refreshDictionaries().catch((error: unknown) => {
        // An ended session has been announced already; one failure, one message.
        if (error instanceof RequestError && error.announced) return null
        return false
      })
      if (isDone) void message.success(text.user.cacheCleared)
      else if (isDone === false) void message.warning(text.user.cacheFailed)
    }

    function signOut() {
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

    const words = text.user
    return [
      {
        key: 'personal',
        icon: <IdcardOutlined />,
        title: words.personal,
        run: () => void navigate('/system/usersetting'),
      },
      { key: 'settings', icon: <SettingOutlined />, title: words.settings, run: () => open('settings') },
      {
        key: 'password',
        icon: <KeyOutlined />,
        title: words.password,
        run: () => {
          if (username === '') void message.warning(text.password.nobody)
          else open('password')
        },
      },
      { key: 'depart', icon: <SwapOutlined />, title: words.depart, run: () => open('depart') },
      {
        key: 'operations',
        icon: <HistoryOutlined />,
        title: words.operations,
        run: () => open('operations'),
      },
      {
        key: 'exports',
        icon: <DownloadOutlined />,
        title: words.exports,
        run: () => void navigate('/online/cgformList/my_export'),
      },
      { key: 'cache', icon: <ClearOutlined />, title: words.clearCache, run: () => void clearCache() },
      ...(isGuided
        ? [{ key: 'guide', icon: <SolutionOutlined />, title: words.guide, run: () => open('guide') }]
        : []),
      ...LANGUAGES.filter((other) => other !== language).map((other) => ({
        key: other,
        icon: <GlobalOutlined />,
        title: LANGUAGE_NAMES[other],
        lang: other,
        run: () => void languages.choose(other),
      })),
      {
        key: 'theme',
        icon: <BulbOutlined />,
        title: theme === 'dark' ? words.lightMode : words.darkMode,
        run: () =>
          setSettings((before) =>
            changeSettings(before, { theme: before.theme === 'dark' ? 'light' : 'dark' }),
          ),
      },
      { key: 'logout', icon: <LogoutOutlined />, title: words.logout, run: signOut },
    ]
  }, [
    session,
    languages,
    http,
    language,
    message,
    modal,
    username,
    theme,
    setSettings,
    navigate,
    isGuided,
    open,
  ])
}
