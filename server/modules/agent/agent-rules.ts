import type { Documents } from '../document/documents.ts'
import type { Behaviour, Step } from '../online-form/index.ts'
import { untouchableUser } from '../user/untouchable-user.ts'

/** What a change of agents must keep: a user whom the session may change, a period, another person, and one agent of a user at a time. */
export const agentRules = (documents: Pick<Documents, 'resolve'>): Behaviour => ({
  name: 'agents',
  forms: ['sys_user_agent'],

  async check(drafts, step) {
    const { client, session } = step
    for (const [at, { id, row, stored }] of drafts.entries()) {
      const { userName, agentUserName, startTime, endTime, status } = row
      if (userName === agentUserName)
        return [{ at, error: { field: 'agentUserName', message: '代理人不能是用户本人' } }]
      if (String(startTime) >= String(endTime))
        return [{ at, error: { field: 'endTime', message: '代理结束时间须晚于开始时间' } }]
      const beyond = await beyondReach(step, documents, [stored?.userName, userName])
      if (beyond !== null) return [{ at, error: { field: 'userName', message: beyond } }]
      if (status !== '1') continue
      // Two that are saved at once wait for each other.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `agent ${session.tenantId} ${String(userName)}`,
      ])
      const { rows } = await client.query<{ agent: string }>(
        `select agent_user_name as agent from platform.sys_user_agent
         where tenant_id = $1 and user_name = $2 and status = '1' and id <> $3
           and start_time < $5::timestamp and end_time > $4::timestamp limit 1`,
        [session.tenantId, userName, id, startTime, endTime],
      )
      const [other] = rows
      if (other)
        return [{ at, error: { field: 'startTime', message: `该时间段内已有代理人“${other.agent}”` } }]
    }
    return []
  },

  beforeRemove: (rows, step) =>
    beyondReach(
      step,
      documents,
      rows.map(({ row }) => row.userName),
    ),
})

/** An agent acts for the user: who may not change the user does not choose the agent either. */
async function beyondReach(
  { client, session }: Step,
  documents: Pick<Documents, 'resolve'>,
  names: readonly unknown[],
): Promise<string | null> {
  for (const username of new Set(names.filter(Boolean).map(String))) {
    const beyond = await untouchableUser(client, session, documents, { username })
    if (beyond !== null) return beyond
  }
  return null
}
