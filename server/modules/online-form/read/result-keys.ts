import { MAX_ACTION_RECORDS } from '#schemas/api/action.ts'
import type { ResultRows } from '#schemas/api/results.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { badRequest } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormReader } from './reader.ts'

/** Keys of all rows that a list query means, to change them together; refused where they are not as many as the caller saw. */
export async function resultKeys(
  reader: Pick<FormReader, 'each'>,
  form: CompiledForm,
  session: Session,
  { query, selections, count }: ResultRows,
): Promise<string[]> {
  const keys: string[] = []
  const refuseMany = (number: number) => {
    if (number > MAX_ACTION_RECORDS) throw badRequest(`一次最多处理 ${MAX_ACTION_RECORDS} 条`)
  }
  refuseMany(count)
  await reader.each(
    form,
    session,
    { ...query, selections },
    async (rows) => {
      keys.push(...rows.map(({ id }) => String(id)))
      refuseMany(keys.length)
    },
    { columns: ['id'] },
  )
  if (keys.length !== count) throw badRequest('查询结果已有变化，请刷新后重试')
  return keys
}
