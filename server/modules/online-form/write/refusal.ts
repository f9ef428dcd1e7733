import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { errorCode } from '../../../database/error-code.ts'
import { AppError } from '../../../errors.ts'
import type { Documents } from '../../document/documents.ts'
import { isStructureError, notSynchronised } from '../sql/read-query.ts'
import { type RowRefusal, repeatedByIndex } from './unique-values.ts'

/** Ends a transaction without an error of the program: the row is refused. */
export class Refused extends Error {
  readonly errors: RowError[]
  constructor(errors: RowError[]) {
    super('row refused')
    this.errors = errors
  }
}

const UNIQUE_VIOLATION = '23505'
/** Value too long, out of range, not of its type: the document's own limits are wider than the column's. */
const VALUE_ERRORS: Readonly<Record<string, string>> = {
  '22001': '字段太长,超出数据库字段的长度',
  '22003': '数值超出范围',
  '22007': '日期格式不正确',
  '22008': '日期格式不正确',
  '22P02': '数据格式不正确',
  '23502': '必填字段不能为空',
  '54000': '字段太长,超出数据库索引的长度',
}

/** Ends the transaction when one of the rows cannot be stored. */
export function refuse(refusals: readonly RowRefusal[]): void {
  if (refusals.length > 0) throw new Refused(refusals.map(({ error }) => error))
}

/** Database refusals that a user can understand become row errors. */
export async function withRowErrors<T>(
  documents: Documents,
  form: CompiledForm,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    const { table, constraint, column } = error as { table?: string; constraint?: string; column?: string }
    if (code === UNIQUE_VIOLATION) {
      const of = [form, ...form.subTables.flatMap((sub) => documents.resolve(sub.code) ?? [])].find(
        (candidate) => candidate.tableName === table,
      )
      throw new Refused([repeatedByIndex(of ?? form, constraint)])
    }
    const message = code === null ? undefined : VALUE_ERRORS[code]
    if (message !== undefined) throw new Refused([{ field: column ?? '', message }])
    if (isStructureError(error)) throw notSynchronised()
    throw error
  }
}

/** A deletion has no fields to mark: its refusal is a sentence. */
export async function refusedAsAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) throw new AppError('REFUSED', error.errors[0]?.message)
    throw error
  }
}
