import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { MAX_ACTION_RECORDS } from '#schemas/api/action.ts'
import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { inTrial } from '../../../database/transaction.ts'
import { badRequest } from '../../../errors.ts'
import { refuseShared } from '../../../permission/may.ts'
import type { Change, WithoutSecrets } from './file-rows.ts'
import { Refused, refusedAsAnswer } from './refusal.ts'
import type { AskedTable, SavedRow } from './save-table.ts'
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
  /** Saves what was edited in the table of a list in one operation, all of it or nothing. */
  saveTable(
    form: CompiledForm,
    asked: AskedTable,
    context: WriteContext,
  ): Promise<{ saved: true; rows: SavedRow[] } | { saved: false; errors: RowError[] }>
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
      refuseTooMany(asked.rows.size)
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
      refuseTooMany(asked.rows.size)
      return refusedAsAnswer(() =>
        inTrial(pool, (client) => {
          const who = { client, session, requestId, address, action: 'batch_edit', operation: randomUUID() }
          return units.updateEach({ ...who, changes: [], committed: [], depth: 0 }, form, asked)
        }),
      )
    },

    async saveTable(form, asked, context) {
      const { rows, removed } = asked
      if (rows.length + removed.length === 0) throw badRequest('没有要修改的内容')
      refuseTooMany(rows.length + removed.length)
      const bodies = rows.map((row) => withoutSecrets(form, row))
      const request = ['save_table', form.code, bodies, removed]
      try {
        const answer = await change(form, tableAction(asked), context, request, async (unit) =>
          JSON.stringify(await units.saveTable(unit, form, asked)),
        )
        return { saved: true, rows: JSON.parse(answer) }
      } catch (error) {
        if (error instanceof Refused) return { saved: false, errors: error.errors }
        throw error
      }
    },
  }
}

/** What the log calls it: one row is what it would be anywhere. */
function tableAction({ rows, removed }: AskedTable): string {
  const [first] = rows
  if (rows.length === 0) return removed.length > 1 ? 'batch_delete' : 'delete'
  if (rows.length > 1 || removed.length > 0) return 'batch_edit'
  return first?.id === undefined ? 'add' : 'edit'
}

function refuseTooMany(count: number): void {
  if (count > MAX_ACTION_RECORDS) throw badRequest(`一次最多处理 ${MAX_ACTION_RECORDS} 条`)
}
