import { MAX_RECIPIENTS } from '#schemas/api/announcement.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import { isDatetime } from '#schemas/rules/wire-values.ts'
import { cleanHtml, plainText } from '../../clean-html.ts'

/** What people read. */
export const CONTENT = [
  'titile',
  'msgCategory',
  'priority',
  'msgType',
  'userIds',
  'startTime',
  'endTime',
  'msgAbstract',
  'msgContent',
  'openType',
  'openPage',
  'busId',
  'busType',
] as const

/** A route of ours, an address of the web, or the name of a page. */
const OPEN_URL = /^(\/(?![/\\])|https?:\/\/)\S*$/i
const OPEN_COMPONENT = /^[\w/:.-]+$/
const ABSTRACT_LENGTH = 120

/** Ids of the users that a list names, without blanks and repetitions. */
export function namedUsers(list: unknown): string[] {
  if (typeof list !== 'string') return []
  const ids = list.split(',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
}

/** Brings an announcement into the form in which it is stored: what does not apply is emptied, the rich text cleaned. */
export function completeContent(row: Row): void {
  const text = (name: string) => {
    const value = row[name]
    return typeof value === 'string' ? value.trim() || null : (value ?? null)
  }
  row.titile = text('titile')
  row.priority ??= 'L'
  row.msgCategory ??= '1'
  row.msgType ??= 'ALL'
  const users = row.msgType === 'USER' ? namedUsers(row.userIds) : []
  row.userIds = users.join(',') || null
  row.msgContent = cleanHtml(typeof row.msgContent === 'string' ? row.msgContent : '')
  row.msgAbstract = text('msgAbstract') ?? (plainText(String(row.msgContent), ABSTRACT_LENGTH) || null)
  row.openType = text('openType')
  row.openPage = row.openType === null ? null : text('openPage')
  if (row.openType !== 'component') row.busId = null
}

/** What is missing or wrong, as far as it can be told without the database. */
export function contentFault({
  titile,
  startTime,
  endTime,
  msgType,
  userIds,
  openType,
  openPage,
}: Row): RowError | null {
  const fault = (field: string, message: string): RowError => ({ field, message })
  if (titile === null) return fault('titile', '请输入标题')
  for (const [field, value] of [
    ['startTime', startTime],
    ['endTime', endTime],
  ] as const)
    if (typeof value === 'string' && !isDatetime(value)) return fault(field, '时间格式不正确')
  if (typeof startTime === 'string' && typeof endTime === 'string' && startTime > endTime)
    return fault('endTime', '结束时间不能早于开始时间')
  const users = namedUsers(userIds)
  if (msgType === 'USER' && users.length === 0) return fault('userIds', '请选择指定用户')
  if (users.length > MAX_RECIPIENTS) return fault('userIds', `指定用户不能超过 ${MAX_RECIPIENTS} 个`)
  if (openType === null) return null
  const page = String(openPage ?? '')
  if (page === '') return fault('openPage', '请填写打开的页面')
  if (openType === 'url' && !OPEN_URL.test(page))
    return fault('openPage', '链接应以 / 、http:// 或 https:// 开头')
  if (openType === 'component' && !OPEN_COMPONENT.test(page)) return fault('openPage', '组件名称不正确')
  return null
}
