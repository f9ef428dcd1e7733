import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../../errors.ts'
import { recordTable } from '../sql/record-table.ts'
import { recordName } from './record-name.ts'
import { storedColumns, writtenColumns } from './row-input.ts'

/** A record as an operation found it and as it left it; null where it was not there. */
export interface PastChange {
  form: CompiledForm
  id: string
  before: Row | null
  after: Row | null
  /** The version that it was left with. */
  version: number
  /** Deleted, and still in the bin. */
  recycled: boolean
}

/** A record that stands in the way of bringing others back. */
export interface PastProblem {
  form: CompiledForm
  id: string
  row: Row
  message: string
}

/** Most records that a refusal names. */
const MAX_NAMED = 100

/** Columns that the log knows: secrets are masked in it, bytes are no values. */
export function knownColumns(form: CompiledForm): string[] {
  const { columns } = recordTable(form)
  const secret = new Set(secretsOf(form))
  return storedColumns(form).filter((name) => !secret.has(name) && columns.get(name)?.kind !== 'binary')
}

/** Those of them that are written back. */
export function restoredColumns(form: CompiledForm): string[] {
  const written = new Set(writtenColumns(form))
  return knownColumns(form).filter((name) => written.has(name) && name !== form.tree?.hasChild)
}

/** Stored columns whose values the log does not hold. */
export function secretsOf(form: CompiledForm): string[] {
  return form.fields.filter(({ view, persist }) => persist && traitsOf(view).secret).map(({ name }) => name)
}

/** Ends the transaction when a record stands in the way; nothing or all is brought back. */
export function refusePast(problems: readonly PastProblem[]): void {
  const [first] = problems
  if (!first) return
  const sentence = told(first)
  throw new AppError(
    'REFUSED',
    problems.length > 1 ? `${sentence}（共 ${problems.length} 条记录）` : sentence,
    {
      errors: problems
        .slice(0, MAX_NAMED)
        .map((problem) => ({ field: '', message: told(problem), record: problem.id })),
    },
  )
}

function told({ form, row, message }: PastProblem): string {
  return `记录“${recordName(form, row)}”：${message}`
}
