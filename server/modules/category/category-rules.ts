import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { type CodedTree, keepUsed, nextTreeCode } from '../depart/org-code.ts'
import { type Behaviour, type FormChange, lockTree, Refused, type Step } from '../online-form/index.ts'
import { CATEGORY_ROOT } from './store.ts'

const FORM = 'sys_category'
const CODES: CodedTree = {
  table: 'sys_category',
  column: 'code',
  maxLength: 100,
  rule: 'category_code_rule',
}
/** Deeper than codes go: a circle made by hand must end. */
const MAX_DEPTH = 50

/**
 * What a change of categories does besides storing them. Fields that offer the categories below a code find them by what codes
 * begin with: a new category gets the next code of its parent, and one that is moved gets a new one, with all below it.
 */
export const categoryRules: Behaviour = {
  name: 'categories',
  forms: [FORM],

  async prepare(drafts, { client, session }) {
    for (const { view, row, stored } of drafts) {
      await lockTree(client, view.form, session.tenantId)
      if (stored !== null && parentOf(stored) === parentOf(row)) continue
      const parentCode = await codeOf(client, session.tenantId, parentOf(row))
      // The writer says which parents are none.
      if (parentCode === null) continue
      const code = await nextTreeCode(client, CODES, session.tenantId, parentCode)
      if (code === null) throw new Refused([{ field: 'pid', message: '该分类下的层级或数量已达上限' }])
      if (stored !== null) await keepUsed(client, session.tenantId, String(stored.code), CODES)
      row.code = code
    }
  },

  async beforeRemove(rows, { client, session }) {
    for (const { row } of rows) await keepUsed(client, session.tenantId, String(row.code), CODES)
    return null
  },

  async after(changes, step) {
    for (const change of changes)
      if (change.before && change.after && change.before.code !== change.after.code)
        await followCode(change, step)
  },
}

function parentOf(row: Row): string {
  return String(row.pid || CATEGORY_ROOT)
}

/** The code of a category; empty at the root, null where there is no such category. */
async function codeOf(client: PoolClient, tenantId: number, id: string): Promise<string | null> {
  if (id === CATEGORY_ROOT) return ''
  const { rows } = await client.query<{ code: string }>(
    'select code from platform.sys_category where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return rows[0]?.code ?? null
}

/** Gives those below a category codes that begin with its new one. */
async function followCode({ recordId, before, after }: FormChange, step: Step): Promise<void> {
  const { client, session, records } = step
  const [old, now] = [String(before?.code), String(after?.code)]
  const { rows: below } = await client.query<{ id: string; code: string }>(
    `with recursive below(id, code, depth) as (
       select c.id, c.code, 1 from platform.sys_category c where c.tenant_id = $1 and c.pid = $3
       union all
       select c.id, c.code, b.depth + 1 from platform.sys_category c join below b on c.pid = b.id
       where c.tenant_id = $1 and b.depth < $4)
     select id, code from below where starts_with(code, $2) order by depth desc, id`,
    [session.tenantId, old, recordId, MAX_DEPTH],
  )
  for (const { id, code } of below) await records.set(FORM, [id], { code: `${now}${code.slice(old.length)}` })
}
