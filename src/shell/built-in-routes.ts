import { text } from '../text/zh-CN.ts'
import type { PageRoute } from './menu-model.ts'

const page = (path: string, component: string, title: string): PageRoute => ({
  path,
  name: path.slice(1).replaceAll('/', '-').replace(':', '@'),
  title,
  icon: null,
  component,
  form: null,
  redirect: null,
  url: null,
  keepAlive: true,
  hidden: true,
  parents: [],
  children: [],
})

const FORM_LIST = 'modules/online/cgform/auto/OnlCgformAutoList'

/**
 * Pages that exist without a menu entry: every form by its code (rights are the server's to check), one's own messages, to
 * which the bell leads, and a home page for users whose menu holds none.
 */
export function builtInRoutes(homePath: string): readonly PageRoute[] {
  return [
    page(homePath, 'shell/Welcome', text.home),
    page('/isps/userAnnouncement', 'system/UserAnnouncementList', text.notice.mine.title),
    ...[
      'cgformList',
      'cgformTreeList',
      'cgformErpList',
      'cgformInnerTableList',
      'cgformTabList',
      'copyform',
    ].map((name) => page(`/online/${name}/:code`, FORM_LIST, '')),
  ]
}
