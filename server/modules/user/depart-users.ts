import type { Row } from '#schemas/compile/model.ts'
import { departsBeyond } from '../depart/departs-beyond.ts'
import type { Documents } from '../document/documents.ts'
import { type ActionStep, Refused } from '../online-form/index.ts'
import { listed } from './memberships.ts'
import { untouchable } from './user-rules.ts'

type Forms = Pick<Documents, 'resolve'>

/** Puts users into a department; those who are in it stay. */
export async function joinDepart(at: ActionStep, departId: string, documents: Forms): Promise<void> {
  const { client, session } = at.step
  const { rows } = await client.query(
    'select from platform.sys_depart where id = $1 and tenant_id = $2 and del_flag = 0 for key share',
    [departId, session.tenantId],
  )
  if (rows.length === 0) throw new Refused([{ field: 'depId', message: '部门不存在' }])
  await guard(at, departId, documents)
  await change(at, (departs) => (departs.includes(departId) ? null : [...departs, departId]))
}

/** Takes users out of a department, in which all of them must be. */
export async function leaveDepart(at: ActionStep, departId: string, documents: Forms): Promise<void> {
  if (at.rows.some(({ selecteddeparts }) => !listed(selecteddeparts).includes(departId)))
    throw new Refused([{ field: '', message: '当前选中部门与用户无关联关系!' }])
  await guard(at, departId, documents)
  await change(at, (departs) => departs.filter((id) => id !== departId))
}

/** What follows is the server's own change, so the caller's bounds are asked for here. */
async function guard({ rows, step }: ActionStep, departId: string, documents: Forms): Promise<void> {
  const foreign = await departsBeyond(step.client, step.session, [departId])
  if (foreign) throw new Refused([{ field: 'depId', message: `部门“${foreign}”不在您的管理范围内` }])
  for (const row of rows) {
    const error = await untouchable(step, documents, String(row.id), row)
    if (error) throw new Refused([{ ...error, message: `${String(row.realname)}：${error.message}` }])
  }
}

async function change(
  { rows, step }: ActionStep,
  departsOf: (before: string[]) => string[] | null,
): Promise<void> {
  for (const row of rows as readonly Row[]) {
    const departs = departsOf(listed(row.selecteddeparts))
    if (departs)
      await step.records.set('sys_user', [String(row.id)], { selecteddeparts: departs.join(',') || null })
  }
}
