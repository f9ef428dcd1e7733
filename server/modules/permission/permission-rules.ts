import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { bareAddress, FORM_PAGE, isKnownComponent, shellUseOf } from '#schemas/page/component-names.ts'
import { type Behaviour, type FormChange, lockTree, type Step } from '../online-form/index.ts'
import { tellRights } from '../role/role-rules.ts'
import { codesBeyond, entriesBeyond, type ReachParts } from './own-reach.ts'

const BUTTON = 2
const CONFIRM = '确实要保存时，请打开“确认影响”'
/** What administrators change of an entry of the product's own stays when its document changes: fields and their columns. */
const OWN_WORDS = { name: 'name', icon: 'icon', sortNo: 'sort_no', hidden: 'hidden' } as const

interface Fault {
  field: string
  message: string
}

/** What a change of menu entries does besides storing them: addresses stay single, and what hung on an entry goes with it. */
export function permissionRules(parts: ReachParts): Behaviour {
  const { documents, sessions } = parts

  /** What the permission codes of the form or page behind an entry begin with; null where there is none. */
  function rightsOf(code: string): string | null {
    const page = documents.page(code)?.document
    return documents.resolve(page ? page.left.form : code)?.rights ?? null
  }

  return {
    name: 'menu entries',
    forms: ['sys_permission'],
    removesBelow: true,

    async prepare(drafts, { client, session, action }) {
      for (const { view, row, stored } of drafts) {
        // Two entries that take one address at once would not see each other.
        await lockTree(client, view.form, session.tenantId)
        for (const name of ['url', 'formCode', 'component', 'perms'])
          row[name] = String(row[name] ?? '').trim() || null
        // Who drags an entry to the top or from there means the kind that stands there.
        if (action === 'move' && row.menuType !== BUTTON && row.parentId !== stored?.parentId)
          row.menuType = row.parentId ? 1 : 0
        if (row.menuType === 0) row.parentId = null
        if (row.menuType === BUTTON) row.isRoute = 0
        else {
          const rights = row.formCode ? rightsOf(String(row.formCode)) : null
          if (rights !== null) row.perms ??= `${rights}:list`
          // Below the top, an entry is a folder only where that is said: clients that cannot be asked mean it.
          if (row.formCode) row.component ??= FORM_PAGE
          else if (row.menuType === 0 || row.isRoute === 0 || row.urlConfirmed === 'Y')
            row.component ??= 'layouts/RouteView'
        }
      }
    },

    async check(drafts, step) {
      const { client, session } = step
      for (const [at, { id, row, stored }] of drafts.entries()) {
        const beyond = stored ? await entriesBeyond(parts, client, session, [entryOf(id, stored)]) : null
        const error =
          (beyond === null ? null : { field: '', message: beyond }) ??
          (row.formCode && rightsOf(String(row.formCode)) === null && row.formCode !== stored?.formCode
            ? { field: 'formCode', message: `表单“${row.formCode}”不存在` }
            : null) ??
          codesBeyond(parts, session, stored, row) ??
          (await placeFault(client, row)) ??
          schemeFault(row, stored) ??
          (await addressFault(client, id, row, stored)) ??
          confirmFault(row, stored) ??
          pageFault(row)
        if (error) return [{ at, error }]
      }
      return []
    },

    async beforeRemove(rows, { client, session }) {
      const entries = rows.map(({ id, row }) => entryOf(id, row))
      return entriesBeyond(parts, client, session, entries)
    },

    async after(changes, step) {
      await followRemoved(changes, step)
      for (const change of changes) await keepOwnWords(change, step)
      await markLeaves(changes, step)
      await tellRights(step, sessions)
    },
  }
}

function entryOf(id: string, row: Row): { id: string; name: string } {
  return { id, name: String(row.name) }
}

/** Buttons stand below menus, and nothing stands below a button. */
async function placeFault(client: PoolClient, row: Row): Promise<Fault | null> {
  if (!row.parentId) return null
  const { rows } = await client.query<{ type: number }>(
    'select menu_type as type from platform.sys_permission where id = $1 and del_flag = 0',
    [row.parentId],
  )
  return rows[0]?.type === BUTTON ? { field: 'parentId', message: '按钮下不能再有下级' } : null
}

/** Fields of an entry to which its menu leads. */
const ADDRESSES = { url: '菜单路径', redirect: '默认跳转地址', component: '前端组件' } as const

/** An address leads into this system or to a web page; other schemes would run in the page of whoever follows it. */
function schemeFault(row: Row, stored: Row | null): Fault | null {
  for (const [field, title] of Object.entries(ADDRESSES)) {
    const text = String(row[field] ?? '').trim()
    if (text === '' || text === String(stored?.[field] ?? '')) continue
    const isStrange = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^https?:\/\//i.test(text)
    // Browsers leave out control characters, and read two slashes of either kind as another site.
    if (isStrange || /^[\\/]{2}/.test(text) || /\p{Cc}/u.test(text))
      return { field, message: `${title}应以 / 开头，或为 http://、https:// 开头的完整地址` }
  }
  return null
}

/** An address belongs to one entry; changing that of a page is to be confirmed, with what breaks by it. */
async function addressFault(
  client: PoolClient,
  id: string,
  row: Row,
  stored: Row | null,
): Promise<Fault | null> {
  const [was, is] = [addressOf(stored), addressOf(row)]
  if (was === is || row.menuType === BUTTON) return null
  const taken = is === null ? null : await entryAt(client, is, id)
  if (taken !== null) return { field: 'url', message: `菜单路径已被“${taken}”使用` }
  if (was === null || row.urlConfirmed === 'Y') return null
  const { rows } = await client.query<{ used: string }>(
    `select '菜单“' || name || '”的重定向' as used from platform.sys_permission
     where redirect = $1 and del_flag = 0 and id <> $2
     union all
     select '通告“' || titile || '”的跳转页面' from platform.sys_announcement where open_page = $1 and del_flag = 0
     limit 5`,
    [was, id],
  )
  const used = rows.length > 0 ? `、${rows.map((one) => one.used).join('、')}` : ''
  return {
    field: 'url',
    message: `页面地址 ${was} 将失效，指向它的收藏和链接${used}将打不开；${CONFIRM}`,
  }
}

/** An entry that opens nothing is most often one whose form was forgotten. */
function pageFault(row: Row): Fault | null {
  return row.menuType === BUTTON || row.component
    ? null
    : {
        field: 'formCode',
        message:
          '没有表单和前端组件，打开该菜单时没有页面：请选择表单或前端组件；如作为目录，前端组件请选择“目录”',
      }
}

function addressOf(row: Row | null): string | null {
  return row?.url ? String(row.url) : null
}

/** What would not be shown, or not any more, is saved when that was confirmed. */
function confirmFault(row: Row, stored: Row | null): Fault | null {
  if (row.menuType === BUTTON || row.isRoute === 0 || row.urlConfirmed === 'Y') return null
  const is = addressOf(row)
  const use = is === null || is === addressOf(stored) ? null : shellUseOf(is)
  if (use === 'screen')
    return { field: 'url', message: `地址 ${is} 由系统自身使用，该菜单永远不会显示；${CONFIRM}` }
  if (use === 'page') return { field: 'url', message: `地址 ${is} 的系统页面将被该菜单遮住；${CONFIRM}` }
  const component = String(row.component ?? '')
  return row.formCode || component === String(stored?.component ?? '') || isKnownComponent(component)
    ? null
    : { field: 'component', message: `没有名为“${component}”的页面，打开该菜单将提示页面不存在；${CONFIRM}` }
}

/** Name of the entry that has an address; null when none but the one of this id has it. */
export async function entryAt(
  db: Pick<PoolClient, 'query'>,
  url: string,
  except: string,
): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select name from platform.sys_permission
     where (url = $1 or url ~ '/$' and regexp_replace(url, '(.)/+$', '\\1') = $1) and id <> $2 and del_flag = 0 and menu_type <> ${BUTTON} limit 1`,
    [bareAddress(url), except],
  )
  return rows[0]?.name ?? null
}

/** Grants and data rules of entries that are gone; the entries themselves are kept, marked as deleted. */
async function followRemoved(changes: readonly FormChange[], { client }: Step): Promise<void> {
  const gone = changes.flatMap(({ after, recordId }) => (after === null ? [recordId] : []))
  if (gone.length === 0) return
  for (const table of [
    'sys_role_permission',
    'sys_depart_role_permission',
    'sys_depart_permission',
    'sys_permission_data_rule',
  ])
    await client.query(`delete from platform.${table} where permission_id = any($1::text[])`, [gone])
}

async function keepOwnWords({ recordId, before, after }: FormChange, { client }: Step): Promise<void> {
  if (!before || !after) return
  const edited = Object.entries(OWN_WORDS).flatMap(([field, column]) =>
    String(before[field] ?? '') === String(after[field] ?? '') ? [] : [column],
  )
  if (edited.length === 0) return
  await client.query(
    `update platform.sys_permission set edited = (
       select string_agg(distinct name, ',') from unnest(string_to_array(coalesce(edited, ''), ',') || $2::text[]) as name
       where name <> '')
     where id = $1 and source_hash is not null`,
    [recordId, edited],
  )
}

/** Clients of the wire read from the entry itself whether it has any below it. */
async function markLeaves(changes: readonly FormChange[], { client }: Step): Promise<void> {
  const parents = changes.flatMap(({ before, after }) => [before?.parentId, after?.parentId]).filter(Boolean)
  if (parents.length === 0) return
  await client.query(
    `update platform.sys_permission p set is_leaf = case when exists (
       select from platform.sys_permission c where c.parent_id = p.id and c.del_flag = 0) then 0 else 1 end
     where p.id = any($1::text[])`,
    [parents],
  )
}
