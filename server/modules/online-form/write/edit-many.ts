import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { MAX_ACTION_RECORDS } from '#schemas/api/action.ts'
import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { inTrial } from '../../../database/transaction.ts'
import { badRequest } from '../../../errors.ts'
import { refuseShared } from '../../../permission/may.ts'
import type { Change, WithoutSecrets } from './file-rows.ts'
import { Refused, refusedAsAnswer } from './refusal.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import type { AskedEdit, EditedRow } from './update-each.ts'
import type { WriteContext } from './writer-parts.ts'

/** What the writer does with records that get the same values. */
export interface ManyEdits {
  /** Gives records the same values in one operation, all of them or none. Answers how many differ from what they were. */
  editMany(
    form: CompiledForm,
    asked: AskedEdit,
    context: WriteContext,
  ): Promise<{ saved: true; count: number } | { saved: false; errors: RowError[] }>
  /** What would come of it, record by record; nothing is changed. */
  tryEditMany(form: CompiledForm, asked: AskedEdit, context: WriteContext): Promise<EditedRow[]>
}

/** The calls over the steps of every change. */
export function createManyEdits(
  pool: Pool,
  units: UnitOfWork,
  change: Change,
  withoutSecrets: WithoutSecrets,
): ManyEdits {
  return {
    async editMany(form, asked, context) {
      refuseTooMany(asked)
      const request = ['batch_edit', form.code, [...asked.rows], withoutSecrets(form, asked.values)]
      try {
        const count = await change(form, 'batch_edit', context, request, async (unit) => {
          const edited = await units.updateEach(unit, form, asked)
          const refused = edited.find(({ errors }) => errors.length > 0)
          if (refused) throw new Refused([...refused.errors])
          return String(edited.filter(({ isChanged }) => isChanged).length)
        })
        return { saved: true, count: Number(count) }
      } catch (error) {
        if (error instanceof Refused) return { saved: false, errors: error.errors }
        throw error
      }
    },

    async tryEditMany(form, asked, { session, requestId, address }) {
      refuseShared(session, form)
      refuseTooMany(asked)
      return refusedAsAnswer(() =>
        inTrial(pool, (client) => {
          const who = { client, session, requestId, address, action: 'batch_edit', operation: randomUUID() }
          return units.updateEach({ ...who, changes: [], committed: [], depth: 0 }, form, asked)
        }),
      )
    },
  }
}

function refuseTooMany({ rows }: AskedEdit): void {
  if (rows.size > MAX_ACTION_RECORDS) throw badRequest(`一次最多处理 ${MAX_ACTION_RECORDS} 条`)
}
