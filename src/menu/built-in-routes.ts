import { BUILT_IN_PAGES } from '#schemas/page/component-names.ts'
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
 * which the bell leads, the own account, how something ended, and a home page for users whose menu holds none.
 */
export function builtInRoutes(homePath: string): readonly PageRoute[] {
  return [
    page(homePath, 'shell/Welcome', text.home),
    page(BUILT_IN_PAGES.settings, 'system/UserSetting', text.user.personal),
    page(BUILT_IN_PAGES.result, 'result/Result', text.result.generic.title),
    page(BUILT_IN_PAGES.success, 'result/Success', text.result.success.title),
    page(BUILT_IN_PAGES.error, 'result/Error', text.result.error.title),
    { ...page(BUILT_IN_PAGES.announcements, FORM_LIST, text.notice.mine), form: 'my_message' },
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
