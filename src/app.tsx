import { LoadingOutlined } from '@ant-design/icons'
import { App as AntApp, ConfigProvider } from 'antd'
import type { createStore } from 'jotai'
import { Provider as AtomProvider, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { useLanguage } from '#renderer/index.ts'
import type { AnnouncementBus } from './kit/announcements.ts'
import { useReducedMotion } from './kit/reduced-motion.ts'
import { type Services, ServicesContext } from './kit/services.ts'
import { shellLookAtom } from './kit/shell-look.ts'
import type { UnsavedInput } from './session/unsaved-input.ts'
import { AnnouncementHost } from './shell/AnnouncementHost.tsx'
import { ConnectionBanner } from './shell/ConnectionBanner.tsx'
import { GuardedRoutes } from './shell/GuardedRoutes.tsx'
import { colorAtom, settingsAtom } from './shell/settings.ts'
import { themeOf } from './shell/theme.ts'
import { antdLocale } from './text/load-language.ts'

interface AppProps {
  atoms: ReturnType<typeof createStore>
  services: Services
  bus: AnnouncementBus
  unsaved: UnsavedInput
}

/** Everything above the pages: state, look, language, messages, addresses. */
export function App({ atoms, services, bus, unsaved }: AppProps) {
  // Everything below is drawn anew in another language, and keeps its state.
  useLanguage()
  return (
    <AtomProvider store={atoms}>
      <ServicesContext value={services}>
        <Look>
          <ConnectionBanner />
          <AnnouncementHost bus={bus} unsaved={unsaved} />
          <BrowserRouter>
            <GuardedRoutes />
          </BrowserRouter>
        </Look>
      </ServicesContext>
    </AtomProvider>
  )
}

/**
 * The spinner of a button comes and goes at once. Where an answer is faster than the library's own begins to grow, that one never
 * leaves, and the button keeps the name “loading …”.
 */
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> }

function Look({ children }: { children: ReactNode }) {
  const { theme, colorWeak } = useAtomValue(settingsAtom)
  const color = useAtomValue(colorAtom)
  const { radius } = useAtomValue(shellLookAtom)
  const isStill = useReducedMotion()
  const look = useMemo(() => themeOf({ theme, color, radius, isStill }), [theme, color, radius, isStill])
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.classList.toggle('color-weak', colorWeak)
  }, [theme, colorWeak])
  return (
    <ConfigProvider locale={antdLocale()} theme={look} button={BUTTON}>
      <AntApp className="app" message={{ maxCount: 3 }} notification={{ top: 64 }}>
        {children}
      </AntApp>
    </ConfigProvider>
  )
}
