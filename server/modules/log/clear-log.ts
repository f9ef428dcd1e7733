import type { ActionCall } from '../online-form/index.ts'

/**
 * The action that empties the log of a tenant. Who did it and how many lines went is the first line of the emptied log.
 */
export const clearLog: ActionCall = async ({ step }) => {
  const { client, session } = step
  const {
    rows: [others],
  } = await client.query<{ has: boolean }>(
    'select exists (select from platform.sys_log where tenant_id <> $1) as has',
    [session.tenantId],
  )
  // Millions of lines go at once where no other tenant has any.
  if (others?.has) await client.query('delete from platform.sys_log where tenant_id = $1', [session.tenantId])
  else await client.query('truncate platform.sys_log')
  return { message: '日志已清空' }
}
