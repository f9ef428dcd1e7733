import { App as AntApp, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { createStore } from 'jotai'
import { Provider as AtomProvider, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router-dom'
import type { UnsavedInput } from './session/unsaved-input.ts'
import { AnnouncementHost } from './shell/AnnouncementHost.tsx'
import type { AnnouncementBus } from './shell/announcements.ts'
import { ConnectionBanner } from './shell/ConnectionBanner.tsx'
import { GuardedRoutes } from './shell/GuardedRoutes.tsx'
import { type Services, ServicesContext } from './shell/services.ts'
import { settingsAtom } from './shell/settings.ts'
import { themeOf } from './shell/theme.ts'

interface AppProps {
  atoms: ReturnType<typeof createStore>
  services: Services
  bus: AnnouncementBus
  unsaved: UnsavedInput
}

/** Everything above the pages: state, look, language, messages, addresses. */
export function App({ atoms, services, bus, unsaved }: AppProps) {
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

function Look({ children }: { children: ReactNode }) {
  const { theme, color, colorWeak } = useAtomValue(settingsAtom)
  const look = useMemo(() => themeOf({ theme, color }), [theme, color])
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.classList.toggle('color-weak', colorWeak)
  }, [theme, colorWeak])
  return (
    <ConfigProvider locale={zhCN} theme={look} button={{ autoInsertSpace: false }}>
      <AntApp className="app" message={{ maxCount: 3 }} notification={{ top: 64 }}>
        {children}
      </AntApp>
    </ConfigProvider>
  )
}
