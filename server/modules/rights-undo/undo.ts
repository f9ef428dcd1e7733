import type { Row } from '#schemas/compile/model.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { ActionCall, Step } from '../online-form/index.ts'

/** A change as the log of operations keeps it. */
export interface LoggedChange {
  table: string
  recordId: string
  before: Row
  after: Row
}

/** How changes of one kind are taken back. */
export interface Undo {
  /** The right that a change of the kind needs. */
  right: string
  /** Brings back what was before, in the transaction of the step; refuses where further changes were made since. */
  restore(change: LoggedChange, step: Step): Promise<void>
}

/**
 * The action 撤销 of a line of the log: everything that its request changed is as before, or nothing is done. `kinds` says by
 * the name of the table how; what is restored is logged as any other change.
 */
export function undoCall(kinds: Readonly<Record<string, Undo>>): ActionCall {
  return async ({ rows, step }) => {
    const { client, session } = step
    for (const { requestId, username } of rows) {
      // By name: what a department holds comes before what its roles hold of it.
      const { rows: changes } = await client.query<LoggedChange>(
        `select c.table_name as "table", c.record_id as "recordId", c.before, c.after
         from platform.operation o join platform.operation_change c on c.operation_id = o.id
         where o.request_id = $1 and o.tenant_id = $2 and o.username = $3 order by 1, 2`,
        [requestId, session.tenantId, username],
      )
      if (changes.length === 0) throw badRequest('这条日志没有可以撤销的更改')
      for (const change of changes) {
        const kind = Object.hasOwn(kinds, change.table) ? kinds[change.table] : undefined
        if (!kind || change.before === null || change.after === null) throw badRequest('该操作不能撤销')
        if (!may(session, 'use', { permission: kind.right }).allowed) throw forbidden()
        await kind.restore(change, step)
      }
    }
    return { message: '已撤销' }
  }
}
