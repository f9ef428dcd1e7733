import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { stableId } from './stable-id.ts'
import { FIRST_TENANT } from './tenant.ts'

interface Example {
  title: string
  content: string
  abstract: string
  priority: 'L' | 'M' | 'H'
  category: '1' | '2'
  sentAt: string
  /** Accounts; everybody where absent. */
  to?: readonly string[]
  open?: { type: 'url' | 'component'; page: string; busId?: string }
}

const EXAMPLES: readonly Example[] = [
  {
    title: '春季展期间系统维护安排',
    abstract: '3 月 14 日 22:00 至次日 02:00 系统维护，请提前保存数据。',
    content:
      '<p>各位同事：</p><p>系统将于 <strong>3 月 14 日 22:00 至次日 02:00</strong> 进行维护，期间无法登录，请提前保存数据。</p>',
    priority: 'H',
    category: '1',
    sentAt: '2026-03-10 09:00:00',
  },
  {
    title: '展商资料填写规范（2026 版）',
    abstract: '统一展商名称、联系人与展位号的填写方式。',
    content:
      '<p>自即日起按以下规范填写展商资料：</p><ol><li>展商名称与营业执照一致；</li><li>联系人至少一名，手机号必填；</li><li>展位号按“馆号-区-号”填写。</li></ol>',
    priority: 'M',
    category: '1',
    sentAt: '2026-03-05 10:30:00',
  },
  {
    title: '欢迎使用展会参展人员信息管理系统',
    abstract: '从左侧菜单进入展会、展商、参展人员与签到。',
    content:
      '<p>从左侧菜单可以维护<strong>展会、展商、参展人员、意向与签到</strong>。按 Ctrl/⌘ + K 可搜索菜单。</p>',
    priority: 'L',
    category: '1',
    sentAt: '2026-03-01 08:30:00',
    open: { type: 'url', page: '/expo/ExpoList' },
  },
  {
    title: '有一条展会资料待核对',
    abstract: '请核对展会的举办日期与场馆。',
    content: '<p>请核对展会的举办日期与场馆，如有出入请及时修改。</p>',
    priority: 'M',
    category: '2',
    sentAt: '2026-03-11 14:20:00',
    to: ['admin', 'staff'],
    open: { type: 'component', page: 'expo', busId: stableId('example', 'expo', '0') },
  },
  {
    title: '本周签到数据已汇总',
    abstract: '本周各入口签到数据已汇总，可在签到列表中查询。',
    content: '<p>本周各入口的签到数据已汇总，可在签到列表中按入口与时间查询。</p>',
    priority: 'L',
    category: '2',
    sentAt: '2026-03-09 18:00:00',
    to: ['admin', 'staff'],
  },
]

/** Announcements of a fresh install: each priority, both kinds, and each way to open something. */
export async function writeExampleAnnouncements(trx: Transaction<Tables>): Promise<void> {
  for (const { title, content, abstract, priority, category, sentAt, to, open } of EXAMPLES) {
    const id = stableId('announcement', title)
    await trx
      .insertInto('sys_announcement')
      .values({
        id,
        tenant_id: FIRST_TENANT,
        titile: title,
        msg_content: content,
        msg_abstract: abstract,
        priority,
        msg_category: category,
        msg_type: to ? 'USER' : 'ALL',
        user_ids: to ? to.map((username) => stableId('user', username)).join(',') : null,
        send_status: '1',
        send_time: sentAt,
        sender: 'admin',
        open_type: open?.type ?? null,
        open_page: open?.page ?? null,
        bus_id: open?.busId ?? null,
        create_by: 'admin',
        create_time: sentAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const username of to ?? [])
      await trx
        .insertInto('sys_announcement_send')
        .values({
          id: stableId('announcement', title, username),
          annt_id: id,
          user_id: stableId('user', username),
          named: true,
          read_flag: '0',
          read_time: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}
