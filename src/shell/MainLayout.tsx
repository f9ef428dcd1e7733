import { Layout } from 'antd'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { text } from '../text/zh-CN.ts'
import { useDevice } from './device.ts'
import { Header } from './Header.tsx'
import { withoutListState } from './list-address.ts'
import './layout.css'
import { followRedirects, lowAppIdOf } from './menu-model.ts'
import { PageBreadcrumb } from './PageBreadcrumb.tsx'
import { PageHosts } from './PageHosts.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useServices } from './services.ts'
import { settingsAtom } from './settings.ts'
import { TabStrip } from './TabStrip.tsx'
import { initialTabs, openTab } from './tabs.ts'
import { lowAppIdAtom, tabsAtom } from './tabs-atom.ts'
import { useMenuModel } from './use-menu-model.ts'
import { useWindowTitle } from './window-title.ts'

/** The frame of every signed-in page: side menu, header, tabs, content, footer. */
export function MainLayout() {
  const { config } = useServices()
  const model = useMenuModel()
  const { pathname, search } = useLocation()
  const device = useDevice()
  const settings = useAtomValue(settingsAtom)
  const [kept, setTabs] = useAtom(tabsAtom)
  const setLowAppId = useSetAtom(lowAppIdAtom)

  const found = model.find(pathname)
  const target = followRedirects(model, pathname)
  const isPage = found !== null && target === pathname
  const key = pathname + withoutListState(search)
  const isHome = pathname === config.homePath
  // A form that no menu names is called by its code until its document has come.
  const title = isHome ? text.home : (found?.route.title ?? '')
  const code = found?.params.code ?? ''
  const before = kept ?? initialTabs({ key: config.homePath, title: text.home, generation: 0 })
  const tabKey = isHome ? config.homePath : key
  // Only going somewhere opens a tab: one that was just closed must not come back while the address still names it.
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const isNew = isPage && tabKey !== openedKey
  const tabs = isNew ? openTab(before, tabKey, titleOf(before, tabKey, title) || code) : before

  useEffect(() => {
    if (!isNew) return
    setTabs(tabs)
    setOpenedKey(tabKey)
  }, [isNew, tabs, tabKey, setTabs])

  const lowAppId = lowAppIdOf(found)
  useLayoutEffect(() => setLowAppId(lowAppId), [lowAppId, setLowAppId])

  const activeTitle = tabs.tabs.find((tab) => tab.key === tabs.active)?.title ?? ''
  useWindowTitle(isHome ? '' : activeTitle)

  useScrollPerTab(tabs.active)

  if (!found) return <Navigate to="/404" replace />
  if (!isPage) return <Navigate to={target} replace />

  const isTop = settings.layout === 'topmenu' && device !== 'mobile'
  const hasTabs = settings.multipage && device !== 'mobile'
  return (
    <Layout className={`main-layout${isTop ? ' is-top' : ''}`} hasSider={!isTop}>
      {!isTop && <SideMenu model={model} path={key} device={device} />}
      <Layout className="main-column">
        <Header model={model} path={key} device={device} isTop={isTop} />
        {hasTabs && <TabStrip tabs={tabs} home={config.homePath} />}
        <Layout.Content
          className={`main-content${isTop && settings.contentWidth === 'Fixed' ? ' is-fixed-width' : ''}`}
        >
          <PageBreadcrumb
            model={model}
            route={found.route}
            title={activeTitle}
            homePath={config.homePath}
            isHome={isHome}
          />
          <PageHosts model={model} tabs={tabs} keepsAll={hasTabs} />
        </Layout.Content>
        <Layout.Footer className="main-footer">
          {text.footer.copyright(new Date().getFullYear())}
        </Layout.Footer>
      </Layout>
    </Layout>
  )
}

/** A page that found out its own title (a form by its document) keeps it. */
function titleOf(state: ReturnType<typeof initialTabs>, key: string, title: string): string {
  return title || (state.tabs.find((tab) => tab.key === key)?.title ?? '')
}

/** The window scrolls, so each tab's place is kept here while another one is shown. */
function useScrollPerTab(active: string): void {
  const places = useRef(new Map<string, number>())
  const last = useRef(0)
  useEffect(() => {
    const note = () => {
      last.current = window.scrollY
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const kept = places.current
    window.scrollTo(0, kept.get(active) ?? 0)
    last.current = window.scrollY
    return () => {
      kept.set(active, last.current)
    }
  }, [active])
}
