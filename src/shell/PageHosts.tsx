import { useSetAtom } from 'jotai'
import { memo, Suspense, use, useCallback, useRef } from 'react'
import { SchemaPage } from '../pages/schema/lazy-schema-page.ts'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'
import { KeptPage } from './KeptPage.tsx'
import { keptLoads, lazyNamed } from './load-chunk.ts'
import type { MenuModel } from './menu-model.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { retitleTab, type TabsState } from './tabs.ts'
import { tabsAtom } from './tabs-atom.ts'
import { loadView, type PageProps, pageKindOf } from './view-loader.ts'

const ErrorPage = lazyNamed(() => import('../pages/errors/ErrorPage.tsx'), 'ErrorPage')
const MissingComponentPage = lazyNamed(
  () => import('../pages/errors/MissingComponentPage.tsx'),
  'MissingComponentPage',
)
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

const pathOf = (fullPath: string) => fullPath.split(/[?#]/)[0] ?? fullPath

/** One page. It knows the address that it was opened with, and not where the browser is: switching tabs draws no page. */
const PageHost = memo(function PageHost({ model, fullPath }: { model: MenuModel; fullPath: string }) {
  return (
    <div className="page-host">
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
  const handleTitle = useCallback(
    (title: string) => setTabs((state) => state && retitleTab(state, tabKey, title)),
    [setTabs, tabKey],
  )
  const found = model.find(path)
  // Rights may have changed while the tab was open.
  if (!found) return <ErrorPage kind="404" />
  const { route, params } = found
  const page = pageKindOf(route, params, path)
  if (page.kind === 'document')
    return <SchemaPage code={page.code} tabKey={tabKey} {...(route.title ? {} : { onTitle: handleTitle })} />
  if (page.kind === 'view') return <ViewPage view={page.view} route={route} params={params} />
  if (page.kind === 'frame') return <FramePage url={page.url} title={route.title} />
  if (page.kind === 'group') return <GroupPage route={route} />
  return <MissingComponentPage component={page.component} path={path} />
}

/** A failed load is tried again by 重试. */
const viewOf = keptLoads(loadView)

function ViewPage({ view, ...props }: PageProps & { view: string }) {
  const { default: View } = use(viewOf(view))
  return <View {...props} />
}
