import { MAX_PRINTED, type PrintedRecords } from '#schemas/api/print.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import { formView } from './form-view.ts'
import type { FormReader, RawQuery } from './reader.ts'

/** What is to be printed: the rows of a list query, or those of them that are named. */
export interface WantedPrint {
  query: RawQuery
  selections?: string | undefined
  whole?: boolean | undefined
}

/** The first records of a list query as their user may see them, and how many there are. */
export async function printedRecords(
  reader: Pick<FormReader, 'each' | 'list'>,
  form: CompiledForm,
  session: Session,
  { query, selections, whole = false }: WantedPrint,
): Promise<PrintedRecords> {
  const records: Row[] = []
  const enough = new AbortController()
  const view = formView(session, form)
  const columns = [...view.columns].filter(([, { kind }]) => kind !== 'binary').map(([name]) => name)
  try {
    await reader.each(
      form,
      session,
      { ...query, selections },
      async (rows) => {
        records.push(...rows)
        if (records.length >= MAX_PRINTED) enough.abort()
      },
      {
        signal: enough.signal,
        files: true,
        ...(whole ? { columns, subTables: form.subTables.map(({ code }) => code) } : {}),
      },
    )
  } catch (error) {
    if (error !== enough.signal.reason) throw error
  }
  return { records: records.slice(0, MAX_PRINTED), total: await total() }

  async function total(): Promise<number> {
    if (!enough.signal.aborted) return records.length
    if (selections !== undefined) return selections.split(',').length
    return (await reader.list(form, session, { ...query, pageNo: 1, pageSize: 1 })).total
  }
}
