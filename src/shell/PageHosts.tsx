import { useSetAtom } from 'jotai'
import { memo, Suspense, use, useCallback, useRef, useState } from 'react'
import { useLanguage } from '#renderer/index.ts'
import { keptLoads, lazyNamed } from '../kit/load-chunk.ts'
import { PageSkeleton } from '../kit/PageSkeleton.tsx'
import type { MenuModel } from '../menu/menu-model.ts'
import { pageKindOf } from '../menu/page-kind.ts'
import { useHomePath } from '../menu/use-menu-model.ts'
import { SchemaPage } from '../pages/schema/lazy-schema-page.ts'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'
import { HomeQueries } from './HomeQueries.tsx'
import { KeptPage } from './KeptPage.tsx'
import { pathOf, retitleTab, type TabsState } from './tabs.ts'
import { tabsAtom } from './tabs-atom.ts'
import { loadView, type PageProps } from './view-loader.ts'

const NotFoundPage = lazyNamed(() => import('../pages/errors/NotFoundPage.tsx'), 'NotFoundPage')
const MissingComponentPage = lazyNamed(
  () => import('../pages/errors/MissingComponentPage.tsx'),
  'MissingComponentPage',
)
const PlannedPage = lazyNamed(() => import('../pages/errors/PlannedPage.tsx'), 'PlannedPage')
const FramePage = lazyNamed(() => import('../pages/frame/FramePage.tsx'), 'FramePage')
const GroupPage = lazyNamed(() => import('../pages/group/GroupPage.tsx'), 'GroupPage')

/** Without tabs, this many keep-alive pages stay besides the one that is shown. */
const MAX_CACHED = 8

interface PageHostsProps {
  model: MenuModel
  tabs: TabsState
  /** Multi-tab is on: every open tab stays alive. Otherwise only routes marked keepAlive do. */
  keepsAll: boolean
}

/** All pages that are alive. Only the active one is visible; hidden ones run no effects and draw nothing. */
export const PageHosts = memo(function PageHosts({ model, tabs, keepsAll }: PageHostsProps) {
  useLanguage()
  const recent = useRef<string[]>([])
  recent.current = [tabs.active, ...recent.current.filter((key) => key !== tabs.active)].slice(
    0,
    MAX_CACHED + 1,
  )
  const alive = tabs.tabs.filter(({ key }) => {
    if (key === tabs.active || keepsAll) return true
    return recent.current.includes(key) && model.find(pathOf(key))?.route.keepAlive === true
  })
  return alive.map((tab) => (
    <KeptPage key={`${tab.key} ${tab.generation}`} shown={tab.key === tabs.active}>
      <PageHost model={model} fullPath={tab.key} />
    </KeptPage>
  ))
})

/** One page. It knows the address that it was opened with, and not where the browser is: switching tabs draws no page. */
const PageHost = memo(function PageHost({ model, fullPath }: { model: MenuModel; fullPath: string }) {
  useLanguage()
  const isHome = pathOf(fullPath) === useHomePath()
  return (
    <div className="page-host">
      {isHome && <HomeQueries />}
      <AppErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <PageBody model={model} path={pathOf(fullPath)} tabKey={fullPath} />
        </Suspense>
      </AppErrorBoundary>
    </div>
  )
})

function PageBody({ model, path, tabKey }: { model: MenuModel; path: string; tabKey: string }) {
  const setTabs = useSetAtom(tabsAtom)
  const [ownTitle, setOwnTitle] = useState('')
  const handleTitle = useCallback(
    (title: string) => {
      setOwnTitle(title)
      setTabs((state) => state && retitleTab(state, tabKey, title))
    },
    [setTabs, tabKey],
  )
  const found = model.find(path)
  // Rights may have changed while the tab was open.
  if (!found) return <NotFoundPage path={path} />
  const { route, params } = found
  const page = pageKindOf(route, params, path)
  if (page.kind === 'document')
    return (
      <>
        <Heading>{route.title || ownTitle || page.code}</Heading>
        <SchemaPage code={page.code} tabKey={tabKey} {...(route.title ? {} : { onTitle: handleTitle })} />
      </>
    )
  if (page.kind === 'view') return <ViewPage view={page.view} route={route} params={params} />
  if (page.kind === 'frame')
    return (
      <>
        <Heading>{route.title}</Heading>
        <FramePage url={page.url} title={route.title} />
      </>
    )
  if (page.kind === 'group') return <GroupPage route={route} />
  if (page.kind === 'planned') return <PlannedPage what={page.what} />
  return <MissingComponentPage component={page.component} path={path} />
}

/** The heading of a page that draws none of its own: tab and breadcrumb show its name, a screen reader jumps to headings. */
function Heading({ children }: { children: string }) {
  return <h1 className="visually-hidden">{children}</h1>
}

/** A failed load is tried again by 重试. */
const viewOf = keptLoads(loadView)

function ViewPage({ view, ...props }: PageProps & { view: string }) {
  const { default: View } = use(viewOf(view))
  return <View {...props} />
}
