import { Layout } from 'antd'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useLanguage } from '#renderer/index.ts'
import { useDevice } from '../kit/device.ts'
import { withoutListState } from '../kit/list-address.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PageSkeleton } from '../kit/PageSkeleton.tsx'
import { text } from '../text/zh-CN.ts'
import { Header } from './Header.tsx'
import './layout.css'
import { useShellNames } from '../kit/shell-look.ts'
import { followRedirects, lowAppIdOf } from '../menu/menu-model.ts'
import { useHomePath, useMenuModel } from '../menu/use-menu-model.ts'
import { PageBreadcrumb } from './PageBreadcrumb.tsx'
import { PageHosts } from './PageHosts.tsx'
import { RenderingHost } from './RenderingHost.tsx'
import { SideMenu } from './SideMenu.tsx'
import { settingsAtom } from './settings.ts'
import { TabStrip } from './TabStrip.tsx'
import { captionTabs, initialTabs, openTab, pathOf } from './tabs.ts'
import { lowAppIdAtom, tabsAtom } from './tabs-atom.ts'
import { useBack } from './use-back.ts'
import { useWindowTitle } from './window-title.ts'

const NotFoundPage = lazyNamed(() => import('../pages/errors/NotFoundPage.tsx'), 'NotFoundPage')

/** The frame of every signed-in page, with what its pages are drawn by. */
export function MainLayout() {
  return (
    <RenderingHost>
      <FramedPages />
    </RenderingHost>
  )
}

/** Side menu, header, tabs, content, footer. */
function FramedPages() {
  const model = useMenuModel()
  const homePath = useHomePath()
  const { pathname, search } = useLocation()
  const device = useDevice()
  const settings = useAtomValue(settingsAtom)
  const { name } = useShellNames()
  const [kept, setTabs] = useAtom(tabsAtom)
  const setLowAppId = useSetAtom(lowAppIdAtom)

  const found = model.find(pathname)
  const target = followRedirects(model, pathname)
  const isPage = found !== null && target === pathname
  const key = pathname + withoutListState(search)
  const isHome = pathname === homePath
  const isMissing = pathname === NOT_FOUND_PATH
  // A form that no menu names is called by its code until its document has come.
  const title = isHome ? text.home : (found?.route.title ?? '')
  const code = found?.params.code ?? found?.params.id ?? ''
  const before = kept ?? initialTabs({ key: homePath, title: text.home, generation: 0 })
  const tabKey = isHome ? homePath : key
  // Only going somewhere opens a tab: one that was just closed must not come back while the address still names it.
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const isNew = isPage && tabKey !== openedKey
  const opened = isNew ? openTab(before, tabKey, titleOf(before, tabKey, title) || code) : before
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caption of the home tab is a text of the language
  const tabs = useMemo(
    () =>
      captionTabs(opened, (key) =>
        key === homePath ? text.home : (model.find(pathOf(key))?.route.title ?? ''),
      ),
    [opened, model, homePath, language],
  )

  useEffect(() => {
    if (!isNew) return
    setTabs(tabs)
    setOpenedKey(tabKey)
  }, [isNew, tabs, tabKey, setTabs])

  const lowAppId = lowAppIdOf(found)
  useLayoutEffect(() => setLowAppId(lowAppId), [lowAppId, setLowAppId])

  // The page that is not there belongs to no tab.
  const shown = isMissing ? { ...tabs, active: '' } : tabs
  const activeTitle = isMissing ? '404' : (tabs.tabs.find((tab) => tab.key === tabs.active)?.title ?? '')
  useWindowTitle(isHome ? '' : activeTitle)

  useScrollPerTab(shown.active)
  useBack()

  if (!found && !isMissing)
    return <Navigate to={NOT_FOUND_PATH} replace state={{ path: pathname + search }} />
  if (!isPage && !isMissing) return <Navigate to={target} replace />

  const isTop = settings.layout === 'topmenu' && device !== 'mobile'
  const hasTabs = settings.multipage && device !== 'mobile'
  return (
    <Layout className={`main-layout${isTop ? ' is-top' : ''}`} hasSider={!isTop}>
      {!isTop && <SideMenu model={model} path={key} device={device} />}
      <Layout className="main-column">
        <Header model={model} path={key} device={device} isTop={isTop} />
        {hasTabs && <TabStrip tabs={shown} home={homePath} />}
        <Layout.Content
          className={`main-content${isTop && settings.contentWidth === 'Fixed' ? ' is-fixed-width' : ''}`}
        >
          <PageBreadcrumb
            model={model}
            route={found?.route ?? null}
            title={activeTitle}
            homePath={homePath}
            isHome={isHome}
          />
          {isMissing && <MissingPage />}
          <PageHosts model={model} tabs={shown} keepsAll={hasTabs} />
        </Layout.Content>
        <Layout.Footer className="main-footer">
          {text.footer.copyright(new Date().getFullYear(), name)}
        </Layout.Footer>
      </Layout>
    </Layout>
  )
}

const NOT_FOUND_PATH = '/404'

/** Says which address led here, where one did. */
function MissingPage() {
  const { state } = useLocation()
  const path: unknown = state?.path
  return (
    <Suspense fallback={<PageSkeleton />}>
      <NotFoundPage path={typeof path === 'string' ? path : null} />
    </Suspense>
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
