import type { Pool, PoolClient } from 'pg'
import type { FileCounts, MendedCell, StagedRowsQuery } from '#schemas/api/import-workbench.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { JudgedLine, KeptLine, NewFile, Verdict } from './staged-files.ts'

/** Lines that one statement writes, and that one reads: those are looked at at once, and few are quick to forget. */
const WRITTEN_AT_ONCE = 5000
const READ_AT_ONCE = 1000

/** Rows of which an earlier one has the same values; derived, since mending one row changes what is wrong with others. */
const REPEATED = `select no, columns, first from (
    select no, columns, min(no) over (partition by columns, value) as first from platform.import_key where file_id = $1
  ) as k where no > first`
const IS_BAD = '(problems is not null or no in (select no from repeated))'
const SORTS = {
  all: 'true',
  problems: IS_BAD,
  new: `record_id is null and not ${IS_BAD}`,
  changed: `record_id is not null and was <> '{}' and not ${IS_BAD}`,
  same: `record_id is not null and was = '{}' and not ${IS_BAD}`,
} as const

/** Lines of files that wait to be taken in. Whose file it is has been asked before. */
export interface LineStore {
  /** All lines as they came, in their order, some at a time. */
  each(file: string): AsyncIterable<KeptLine[]>
  /** Those of these numbers. */
  some(file: string, numbers: readonly number[]): Promise<KeptLine[]>
  /** Forgets everything that was found out about the lines. */
  forget(file: string): Promise<void>
  keep(file: string, verdicts: readonly Verdict[]): Promise<void>
  counts(file: string): Promise<FileCounts>
  page(file: string, query: Required<StagedRowsQuery>): Promise<{ lines: JudgedLine[]; total: number }>
  /** Lines of a sort, in their order. */
  sorted(file: string, sort: keyof typeof SORTS): Promise<JudgedLine[]>
  /** Those of these numbers with all that is known of them. */
  judged(file: string, numbers: readonly number[]): Promise<JudgedLine[]>
  /** Puts values in the place of cells; false where the file is no longer at this. */
  mend(file: string, cells: readonly MendedCell[]): Promise<boolean>
  /** Of a file that was taken in: lines that are done with go; what others were refused for is noted. */
  leave(
    file: string,
    gone: readonly number[],
    refused: readonly { no: number; errors: readonly RowError[] }[],
  ): Promise<void>
}

/** Keeps the lines of a new file. */
export async function addLines(client: PoolClient, file: string, rows: NewFile['rows']): Promise<void> {
  for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
    const some = rows
      .slice(from, from + WRITTEN_AT_ONCE)
      .map(({ line, cells }, at) => ({ no: from + at + 1, line, cells }))
    await client.query(
      `insert into platform.import_row (file_id, no, line, cells)
       select $1, no, line, cells from jsonb_to_recordset($2::jsonb) as r(no int, line int, cells jsonb)`,
      [file, JSON.stringify(some)],
    )
  }
}

interface StoredLine extends Omit<JudgedLine, 'record' | 'problems'> {
  problems: RowError[] | null
  record_id: string | null
  record_version: number | null
}

/** The store over the write pool: what was written a moment ago is read at once. */
export function createLineStore(pool: Pool): LineStore {
  async function judgedLines(
    file: string,
    where: string,
    values: readonly unknown[] = [],
  ): Promise<JudgedLine[]> {
    const { rows } = await pool.query<StoredLine>(
      `with repeated as materialized (${REPEATED})
       select no, line, cells, edits, problems, record_id, record_version, was, coalesce((
         select jsonb_agg(jsonb_build_object('columns', k.columns, 'line', f.line) order by k.columns)
         from repeated as k left join platform.import_row as f on f.file_id = $1 and f.no = k.first
         where k.no = r.no), '[]') as repeats
       from platform.import_row as r where file_id = $1 and ${where}`,
      [file, ...values],
    )
    return rows.map(({ record_id: id, record_version: version, problems, ...line }) => ({
      ...line,
      problems: problems ?? [],
      record: id === null ? null : { id, version: version ?? 0 },
    }))
  }

  async function counts(file: string): Promise<FileCounts> {
    const sums = Object.entries(SORTS).map(([sort, is]) => `count(*) filter (where ${is}) as "${sort}"`)
    const { rows } = await pool.query<FileCounts>(
      `with repeated as materialized (${REPEATED}) select ${sums.join(', ')} from platform.import_row where file_id = $1`,
      [file],
    )
    return rows[0] ?? { all: 0, problems: 0, new: 0, changed: 0, same: 0 }
  }

  return {
    counts,

    async *each(file) {
      const after = (no: number) =>
        pool.query<KeptLine>(
          `select no, line, cells, edits from platform.import_row where file_id = $1 and no > $2 order by no limit ${READ_AT_ONCE}`,
          [file, no],
        )
      for (let answer: ReturnType<typeof after> | null = after(0); answer !== null; ) {
        // What a connection answered may be held by what it answers next.
        const rows: KeptLine[] = (await answer).rows.splice(0)
        const last = rows.at(-1)
        // The next lines are read while these are worked on.
        answer = last && rows.length === READ_AT_ONCE ? after(last.no) : null
        // Its failure is heard where it is waited for.
        answer?.catch(() => undefined)
        if (last) yield rows
      }
    },

    async some(file, numbers) {
      const { rows } = await pool.query<KeptLine>(
        'select no, line, cells, edits from platform.import_row where file_id = $1 and no = any($2::int[]) order by no',
        [file, [...numbers]],
      )
      return rows
    },

    async forget(file) {
      await pool.query('delete from platform.import_key where file_id = $1', [file])
      await pool.query(
        `update platform.import_row set problems = null, record_id = null, record_version = null, was = null
         where file_id = $1 and (problems is not null or record_id is not null)`,
        [file],
      )
    },

    keep: (file, verdicts) => inTransaction(pool, (client) => keepVerdicts(client, file, verdicts)),

    async page(file, { show, pageNo, pageSize }) {
      const lines = await judgedLines(file, `${SORTS[show]} order by no limit $2 offset $3`, [
        pageSize,
        (pageNo - 1) * pageSize,
      ])
      return { lines, total: (await counts(file))[show] }
    },

    sorted: (file, sort) => judgedLines(file, `${SORTS[sort]} order by no`),

    judged: (file, numbers) => judgedLines(file, 'no = any($2::int[]) order by no', [[...numbers]]),

    mend: (file, cells) =>
      inTransaction(pool, async (client) => {
        const edits = new Map<number, Row>()
        for (const { no, field, value } of cells) edits.set(no, { ...edits.get(no), [field]: value })
        const { rowCount } = await client.query(
          `update platform.import_file set kept_at = now() where id = $1 and state = 'ready'`,
          [file],
        )
        if (rowCount === 0) return false
        await client.query(
          `update platform.import_row as r set edits = coalesce(r.edits, '{}') || given.edits
           from jsonb_to_recordset($2::jsonb) as given(no int, edits jsonb) where r.file_id = $1 and r.no = given.no`,
          [file, JSON.stringify([...edits].map(([no, own]) => ({ no, edits: own })))],
        )
        return true
      }),

    leave: (file, gone, refused) =>
      inTransaction(pool, async (client) => {
        await client.query('delete from platform.import_row where file_id = $1 and no = any($2::int[])', [
          file,
          [...gone],
        ])
        const verdicts = refused.map(({ no, errors }) => ({ no, problems: errors, ...NEW }))
        await keepVerdicts(client, file, verdicts)
      }),
  }
}

const NEW = { record: null, was: null, keys: [] } as const

async function keepVerdicts(client: PoolClient, file: string, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return
  // Most rows of a new import are new and fine: nothing has to be noted of them.
  const [noted, fine] = [[] as Verdict[], [] as number[]]
  for (const verdict of verdicts)
    if (verdict.record === null && verdict.problems.length === 0) fine.push(verdict.no)
    else noted.push(verdict)
  await client.query(
    `update platform.import_row set problems = null, record_id = null, record_version = null, was = null
     where file_id = $1 and no = any($2::int[]) and (problems is not null or record_id is not null)`,
    [file, fine],
  )
  await client.query(
    `update platform.import_row as r set problems = given.problems, record_id = given.record_id,
       record_version = given.record_version, was = given.was
     from jsonb_to_recordset($2::jsonb) as given(no int, problems jsonb, record_id text, record_version int, was jsonb)
     where r.file_id = $1 and r.no = given.no`,
    [
      file,
      JSON.stringify(
        noted.map(({ no, problems, record, was }) => ({
          no,
          problems: problems.length > 0 ? problems : null,
          record_id: record?.id ?? null,
          record_version: record?.version ?? null,
          was,
        })),
      ),
    ],
  )
  await client.query('delete from platform.import_key where file_id = $1 and no = any($2::int[])', [
    file,
    verdicts.map(({ no }) => no),
  ])
  const keys = verdicts.flatMap(({ no, keys: own }) => own.map((key) => ({ no, ...key })))
  if (keys.length > 0)
    await client.query(
      `insert into platform.import_key (file_id, no, columns, value)
       select $1, no, columns, md5(value)::uuid from jsonb_to_recordset($2::jsonb) as k(no int, columns text, value text)`,
      [file, JSON.stringify(keys)],
    )
}
