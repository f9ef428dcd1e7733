/** Generated pages of the origin's menus, under the names of its older and its newer versions. */
const ONLINE = /^\/?(?:(?:modules|super)\/)?online\/(?:cgform|cgreport|graphreport)\/auto\/(?:\w+\/)?/
const FILE_ENDING = /\.(?:vue|tsx|jsx?)$/

const FORM_LISTS: ReadonlySet<string> = new Set([
  'OnlCgformAutoList',
  'OnlCgformTreeList',
  'OnlCgformErpList',
  'OnlCgformInnerTableList',
  'OnlCgformTabList',
  'OnlCgformCopyList',
  'OnlineAutoList',
  'OnlineAutoTreeList',
  'DefaultOnlineList',
  'CgformErpList',
  'CgformInnerTableList',
  'CgformTabList',
  'CgformTreeList',
])
const REPORTS: ReadonlySet<string> = new Set(['OnlCgreportAutoList', 'OnlCgReportList', 'CgreportAutoList'])
const CHARTS: ReadonlySet<string> = new Set([
  'OnlGraphreportAutoChart',
  'OnlGraphreportTempletAutoChart',
  'GraphreportAutoChart',
  'GraphreportTempletAutoChart',
  'GraphreportAutoTemplet',
  'AutoChart',
  'AutoTemplet',
])

const FORM_ADDRESS = /^\/online\/(?:cgform(?:Tree|Erp|InnerTable|Tab)?List|copyform)\/[^/]+$/i
const REPORT_ADDRESS = /^\/online\/cgreport\/[^/]+$/i
const CHART_ADDRESS = /^\/online\/graphreport\/(?:chart|templet)\/[^/]+$/i

/** What a generated page of the origin shows. */
export type OriginPage = 'form' | 'report' | 'chart'

/** The generated page that a component's name stands for; null for every other component. */
export function originPageOf(component: string): OriginPage | null {
  const name = component.replace(FILE_ENDING, '').replace(ONLINE, '')
  if (FORM_LISTS.has(name)) return 'form'
  if (REPORTS.has(name)) return 'report'
  return CHARTS.has(name) ? 'chart' : null
}

/** The generated page at an address. Its menu entries often have a mere placeholder for a component. */
export function originPageAt(path: string): OriginPage | null {
  if (FORM_ADDRESS.test(path)) return 'form'
  if (REPORT_ADDRESS.test(path)) return 'report'
  return CHART_ADDRESS.test(path) ? 'chart' : null
}

/** Titles that the origin's menus give to a generated page, whichever form it shows. */
export function isGenericTitle(title: string): boolean {
  return /^AUTO/i.test(title.trim())
}
