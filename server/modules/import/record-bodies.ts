import type { Row, RowError } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import type { ReadSubRow, SubRowsOfRecord } from './line-faults.ts'
import { lineReader } from './line-reader.ts'
import type { FileRecords } from './sub-lines.ts'

/** Reads the sub rows of a file, by the places of their records. */
export async function readSubRows(
  tools: { dictionaries: Pick<Dictionaries, 'valuesOf' | 'texts'>; say(sentence: string): string },
  { subs }: FileRecords,
  session: Session,
): Promise<ReadonlyMap<number, SubRowsOfRecord>> {
  const found = new Map<number, Map<string, ReadSubRow[]>>()
  for (const lines of subs) {
    const given = lines.lines.map(({ row: { cells } }) => ({ cells }))
    const read = await lineReader(tools, lines.of.view, session, lines.columns, given)
    const { code } = lines.of.sub
    for (const { row, record } of lines.lines) {
      const own = found.get(record) ?? new Map<string, ReadSubRow[]>()
      found.set(record, own)
      const rows = own.get(code) ?? []
      own.set(code, rows)
      rows.push({ lines, row, read: read(row) })
    }
  }
  return found
}

/** Sub rows as a save sends them. */
export function subBodies(subs: SubRowsOfRecord | undefined): Row {
  return Object.fromEntries(
    [...(subs ?? [])].map(([code, rows]) => [code, rows.map(({ read }) => read.fresh)]),
  )
}

/** What is wrong with the sub rows of a record before the form looks at them. */
export function subFaults(subs: SubRowsOfRecord | undefined): RowError[] {
  return [...(subs ?? [])].flatMap(([subTable, rows]): RowError[] => {
    const [first, second] = rows
    const of = first?.lines.of
    if (of?.sub.relation === 'one' && second)
      return [{ field: '', message: `“${of.title}”只能有一行`, subTable, row: 1 }]
    if (rows.length > MAX_SUB_ROWS) return [{ field: '', message: `子表最多 ${MAX_SUB_ROWS} 行` }]
    return rows.flatMap(({ read }, row) => read.wrong.map((error) => ({ ...error, subTable, row })))
  })
}
