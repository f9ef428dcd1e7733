import type { Pool } from 'pg'
import type { FileMeeting, FileOutcome, FileState } from '#schemas/api/import-workbench.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Session } from '../../permission/session.ts'
import { addLines } from './line-store.ts'
import type { KeptFile, NewFile } from './staged-files.ts'

/** Work whose worker has said nothing for so long is anybody's. */
const GIVEN_UP = '30 seconds'
/** The answer to a save is remembered for a day: work that stood still for longer is not taken up again. */
const TAKEN_UP_WITHIN = '20 hours'

const COLUMNS = `id, form, name, state, columns, matches, meeting, total, done, failure, outcome, kept_at as "keptAt"`

/** Files that wait to be taken in, each of one user in one tenant. */
export interface FileStore {
  /** The newest first. */
  list(session: Session, form: string): Promise<KeptFile[]>
  find(session: Session, form: string, id: string): Promise<KeptFile | null>
  add(session: Session, file: NewFile): Promise<void>
  /** Removes a file, if it is there; false where it is being saved. */
  remove(session: Session, form: string, id: string): Promise<boolean>
  /** Takes note of what the columns fill, and goes on to judging; false where the file is not at this. */
  match(id: string, matches: KeptFile['matches'], meeting: FileMeeting): Promise<boolean>
  /** Goes on from one state to another; false where the file is not in the first one. */
  goOn(id: string, from: FileState, to: FileState): Promise<boolean>
  /** Takes the work of a state over; false where somebody is at it. */
  claim(id: string, state: FileState, worker: string): Promise<boolean>
  /** Says that the worker is still at it, and how far. */
  tell(id: string, worker: string, done: number): Promise<void>
  /** Ends the work of a worker. */
  finish(
    id: string,
    worker: string,
    end: { state: FileState; failure?: string; outcome?: FileOutcome },
  ): Promise<void>
  /** The fields that headings stood for last time. */
  lastMatches(session: Session, form: string): Promise<Readonly<Record<string, string>>>
  keepMatches(session: Session, form: string, fields: Readonly<Record<string, string>>): Promise<void>
}

/** The store over the write pool: what was written a moment ago is read at once. */
export function createFileStore(pool: Pool, now: () => Date): FileStore {
  async function moved(sql: string, values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await pool.query(sql, [...values])
    return rowCount === 1
  }

  return {
    async list({ tenantId, userId }, form) {
      const { rows } = await pool.query<KeptFile>(
        `select ${COLUMNS} from platform.import_file where tenant_id = $1 and user_id = $2 and form = $3 order by kept_at desc, id`,
        [tenantId, userId, form],
      )
      return rows
    },

    async find({ tenantId, userId }, form, id) {
      const { rows } = await pool.query<KeptFile>(
        `select ${COLUMNS} from platform.import_file where tenant_id = $1 and user_id = $2 and form = $3 and id = $4`,
        [tenantId, userId, form, id],
      )
      return rows[0] ?? null
    },

    async add({ tenantId, userId }, { id, form, name, columns, matches, rows }) {
      const meeting: FileMeeting = { how: 'add', keys: [], clears: false }
      await inTransaction(pool, async (client) => {
        await client.query(
          `insert into platform.import_file
             (id, tenant_id, user_id, form, name, state, columns, matches, meeting, total, kept_at)
           values ($1, $2, $3, $4, $5, 'matching', $6, $7, $8, $9, $10)`,
          [
            ...[id, tenantId, userId, form, name.slice(0, 255), JSON.stringify(columns)],
            ...[JSON.stringify(matches), JSON.stringify(meeting), rows.length, now()],
          ],
        )
        await addLines(client, id, rows)
      })
    },

    async remove({ tenantId, userId }, form, id) {
      const { rows } = await pool.query(
        `with gone as (delete from platform.import_file
           where tenant_id = $1 and user_id = $2 and form = $3 and id = $4 and state <> 'saving' returning id)
         select id from platform.import_file
         where tenant_id = $1 and user_id = $2 and form = $3 and id = $4 and id not in (select id from gone)`,
        [tenantId, userId, form, id],
      )
      return rows.length === 0
    },

    match: (id, matches, meeting) =>
      moved(
        `update platform.import_file set state = 'judging', matches = $2, meeting = $3, done = 0, failure = null,
           worker = null, kept_at = $4 where id = $1 and state in ('matching', 'ready')`,
        [id, JSON.stringify(matches), JSON.stringify(meeting), now()],
      ),

    goOn: (id, from, to) =>
      moved(
        `update platform.import_file set state = $3, done = 0, failure = null, worker = null, kept_at = $4
         where id = $1 and state = $2`,
        [id, from, to, now()],
      ),

    claim: (id, state, worker) =>
      moved(
        `update platform.import_file set worker = $3, worked_at = now() where id = $1 and state = $2
           and (worker is null or worked_at < now() - interval '${GIVEN_UP}')
           and kept_at > $4::timestamptz - interval '${TAKEN_UP_WITHIN}'`,
        [id, state, worker, now()],
      ),

    async tell(id, worker, done) {
      await pool.query(
        'update platform.import_file set done = $3, worked_at = now() where id = $1 and worker = $2',
        [id, worker, done],
      )
    },

    async finish(id, worker, { state, failure, outcome }) {
      await pool.query(
        `update platform.import_file set state = $3, failure = $4, outcome = $5, worker = null, kept_at = $6
         where id = $1 and worker = $2`,
        [id, worker, state, failure?.slice(0, 500) ?? null, outcome ? JSON.stringify(outcome) : null, now()],
      )
    },

    async lastMatches({ tenantId, userId }, form) {
      const { rows } = await pool.query<{ fields: Record<string, string> }>(
        'select fields from platform.import_match where user_id = $1 and tenant_id = $2 and form = $3',
        [userId, tenantId, form],
      )
      return rows[0]?.fields ?? {}
    },

    async keepMatches({ tenantId, userId }, form, fields) {
      await pool.query(
        `insert into platform.import_match (user_id, tenant_id, form, fields) values ($1, $2, $3, $4)
         on conflict (user_id, tenant_id, form) do update set fields = excluded.fields`,
        [userId, tenantId, form, JSON.stringify(fields)],
      )
    },
  }
}
