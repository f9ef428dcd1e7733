import type { ComponentType } from 'react'
import { untilLoaded } from '#renderer/index.ts'
import type { ViewName } from '#schemas/page/component-names.ts'
import { loadChunk } from '../kit/load-chunk.ts'
import type { PageRoute } from '../menu/menu-model.ts'

/** What a hand-written page is given. */
export interface PageProps {
  route: PageRoute
  params: Readonly<Record<string, string>>
}

/** Hand-written pages by the component name that a menu entry carries. */
const VIEWS: Readonly<Record<ViewName, () => Promise<{ default: ComponentType<PageProps> }>>> = {
  'shell/Welcome': () => import('../pages/welcome/WelcomePage.tsx'),
  'online/Gallery': () => import('../pages/gallery/GalleryPage.tsx'),
  'modules/monitor/HttpTrace': () => import('../pages/monitor/HttpTracePage.tsx'),
  'modules/monitor/JvmInfo': () => import('../pages/monitor/ProcessPage.tsx'),
  'modules/monitor/RedisInfo': () => import('../pages/monitor/DatabasePage.tsx'),
  'modules/monitor/SystemInfo': () => import('../pages/monitor/SystemPage.tsx'),
  'modules/monitor/TomcatInfo': () => import('../pages/monitor/ServerPage.tsx'),
  'system/Icons': () => import('../pages/icons/IconsPage.tsx'),
  'system/Configuration': () => import('../pages/configuration/ConfigurationPage.tsx'),
  'system/Settings': () => import('../pages/settings/SettingsPage.tsx'),
  'system/UserSetting': () => import('../pages/personal/PersonalPage.tsx'),
  'result/Success': () => import('../pages/result/SuccessResultPage.tsx'),
  'result/Error': () => import('../pages/result/ErrorResultPage.tsx'),
  'result/Result': () => import('../pages/result/GenericResultPage.tsx'),
}

/** A menu names a view that does not exist. */
export class ViewNotFound extends Error {
  readonly code = 'MODULE_NOT_FOUND'
  readonly view: string
  constructor(view: string) {
    super(`Cannot find module '${view}'`)
    this.name = 'ViewNotFound'
    this.view = view
  }
}

/** Loads the page of a component name. */
export async function loadView(view: string): Promise<{ default: ComponentType<PageProps> }> {
  const load = Object.hasOwn(VIEWS, view) ? VIEWS[view as ViewName] : undefined
  if (!load) throw new ViewNotFound(view)
  return loadChunk(() => untilLoaded(load))
}
