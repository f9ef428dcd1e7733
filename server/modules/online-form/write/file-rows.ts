import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { inTrial } from '../../../database/transaction.ts'
import { refuseShared } from '../../../permission/may.ts'
import type { Judged, Meeting, TriedRow } from './judge-each.ts'
import type { SentRow } from './keep-each.ts'
import type { Unit } from './unit.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import type { WriteContext } from './writer-parts.ts'

/** Rows that were not kept, by their place, with what is wrong with them. */
export interface Imported {
  /** Key of the operation, which can be taken back; null where nothing was kept because the rows go together. */
  operation: string | null
  refused: readonly { at: number; errors: readonly RowError[] }[]
}

export interface ImportRowsOptions {
  /** Either all rows are kept, or none. */
  together?: boolean | undefined
  /** Told how many of the rows are done with. */
  onProgress?(rows: number): void
}

/** Ends the transaction of rows of which some were refused, and which go together. */
class SomeRefused extends Error {
  readonly refused: Imported['refused']
  constructor(refused: Imported['refused']) {
    super('some rows refused')
    this.refused = refused
  }
}

/** What the writer does with the rows of a file. */
export interface FileRows {
  /** Adds and changes what the rows say, in one operation: each is judged by itself, and the good ones are kept. */
  importRows(
    form: CompiledForm,
    rows: readonly SentRow[],
    context: WriteContext,
    options?: ImportRowsOptions,
  ): Promise<Imported>
  /** Says what would come of rows; nothing is changed. */
  judgeRows(
    form: CompiledForm,
    rows: readonly TriedRow[],
    meeting: Meeting,
    context: WriteContext,
  ): Promise<Judged[]>
}

/** Opens the transaction of a change of stored rows, and logs it. */
export type Change = (
  form: CompiledForm,
  action: string,
  context: WriteContext,
  request: unknown,
  work: (unit: Unit) => Promise<string>,
) => Promise<string>

/** A body as the claim of its key may remember it. */
export type WithoutSecrets = (form: CompiledForm, body: Row) => Row

/** The calls over the steps of every change. */
export function createFileRows(
  pool: Pool,
  units: UnitOfWork,
  change: Change,
  withoutSecrets: WithoutSecrets,
): FileRows {
  return {
    async importRows(form, rows, context, { together = false, onProgress } = {}) {
      const sent = rows.map(({ id, body, under }) => [
        id,
        withoutSecrets(form, body),
        ...(under === undefined ? [] : [under]),
      ])
      const asked = ['import', form.code, sent, ...(together ? ['together'] : [])]
      try {
        const answer = await change(form, 'import', context, asked, async (unit) => {
          const refusals = await units.keepEach(unit, form, rows, onProgress ? { onProgress } : {})
          const refused = [...refusals].map(([at, errors]) => ({ at, errors })).sort((a, b) => a.at - b.at)
          if (together && refused.length > 0) throw new SomeRefused(refused)
          return JSON.stringify({ operation: unit.operation, refused } satisfies Imported)
        })
        return JSON.parse(answer)
      } catch (error) {
        if (!(error instanceof SomeRefused)) throw error
        return { operation: null, refused: error.refused }
      }
    },

    judgeRows: async (form, rows, meeting, { session, requestId, address }) => {
      refuseShared(session, form)
      return inTrial(pool, (client) => {
        const who = { client, session, requestId, address, action: 'import', operation: randomUUID() }
        return units.judgeEach({ ...who, changes: [], committed: [], depth: 0 }, form, rows, meeting)
      })
    },
  }
}
