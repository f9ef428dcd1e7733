import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { FileDescription } from '#schemas/api/file.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Session } from '../../permission/session.ts'
import { hasPreview } from './content-type.ts'
import type { FileAddresses } from './file-address.ts'
import type { FileUse } from './file-use.ts'

/** A stored file, as the table has it. */
export interface StoredFile {
  id: string
  tenantId: number
  path: string
  name: string
  size: number
  type: string
  thumb: boolean
  ownerId: string
}

/** Bytes that may be kept; null for any number. */
export interface FileQuota {
  user: number | null
  total: number | null
}

/** Which quota a file goes beyond. */
export type QuotaFault = 'user' | 'total'

export const FILE_COLUMNS = `f.id, f.tenant_id as "tenantId", f.path, f.file_name as name, f.file_size as size,
  f.content_type as type, f.thumb, f.owner_id as "ownerId"`

/** The table of files. */
export interface Files {
  /** Notes a file of this user's that is in the store, unless it goes beyond a quota. Without a record it is kept until a day after `freeSince`. */
  add(
    session: Session,
    file: Omit<StoredFile, 'id' | 'tenantId' | 'ownerId'> & { sha256: string; freeSince?: Date },
    quota: FileQuota,
  ): Promise<StoredFile | QuotaFault>
  /** Takes back what `add` has noted. */
  remove(id: string): Promise<void>
  find(path: string): Promise<StoredFile | null>
  /** The files of these paths. */
  named(client: PoolClient, paths: readonly string[]): Promise<StoredFile[]>
  /** Records that name it, without those in the bin. */
  usesOf(id: string): Promise<FileUse[]>
  /** The files that a record's column names, in the order in which they came. */
  ofRecord(use: FileUse): Promise<StoredFile[]>
  describe(file: Pick<StoredFile, 'path' | 'name' | 'size' | 'type' | 'thumb'>): FileDescription
}

/** The table over the databases. */
export function createFiles(
  { readPool, writePool }: { readPool: Pool; writePool: Pool },
  addresses: Pick<FileAddresses, 'of' | 'previewOf'>,
): Files {
  return {
    add: (session, file, quota) =>
      inTransaction(writePool, async (client) => {
        // Two files that arrive together would both find room for themselves.
        await client.query("select pg_advisory_xact_lock(hashtext('sys_file quota'))")
        const { rows: sums } = await client.query<{ user: string; total: string }>(
          `select coalesce(sum(bytes) filter (where owner_id = $1), 0) as user, coalesce(sum(bytes), 0) as total
           from platform.file_space`,
          [session.userId],
        )
        for (const kind of ['user', 'total'] as const) {
          const limit = quota[kind]
          if (limit !== null && Number(sums[0]?.[kind] ?? 0) + file.size > limit) return kind
        }
        const { freeSince, ...rest } = file
        const kept = {
          ...rest,
          id: randomUUID().replaceAll('-', ''),
          tenantId: session.tenantId,
          ownerId: session.userId,
        }
        await client.query(
          `insert into platform.sys_file (id, tenant_id, path, file_name, file_size, content_type, sha256, thumb, owner_id, create_by, free_since)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()))`,
          [
            ...[kept.id, kept.tenantId, kept.path, kept.name, kept.size, kept.type, kept.sha256, kept.thumb],
            ...[kept.ownerId, session.username, freeSince ?? null],
          ],
        )
        return kept
      }),

    async remove(id) {
      await writePool.query('delete from platform.sys_file where id = $1', [id])
    },

    async find(path) {
      const { rows } = await readPool.query<StoredFile>(
        `select ${FILE_COLUMNS} from platform.sys_file f where f.path = $1`,
        [path],
      )
      return rows[0] ?? null
    },

    async named(client, paths) {
      const { rows } = await client.query<StoredFile>(
        `select ${FILE_COLUMNS} from platform.sys_file f where f.path = any($1)`,
        [paths],
      )
      return rows
    },

    async usesOf(id) {
      const { rows } = await readPool.query<FileUse>(
        'select form, record_id as "recordId", field from platform.sys_file_use where file_id = $1 and not recycled',
        [id],
      )
      return rows
    },

    async ofRecord({ form, recordId, field }) {
      const { rows } = await readPool.query<StoredFile>(
        `select ${FILE_COLUMNS} from platform.sys_file f join platform.sys_file_use u on u.file_id = f.id
         where u.form = $1 and u.record_id = $2 and u.field = $3 and not u.recycled order by f.create_time, f.id`,
        [form, recordId, field],
      )
      return rows
    },

    describe({ path, name, size, type, thumb }) {
      const url = addresses.of(path)
      return {
        ...{ name, size, type, url },
        ...(thumb ? { thumb: `${url}&thumb=1` } : {}),
        ...(hasPreview(type) ? { preview: addresses.previewOf(path) } : {}),
      }
    },
  }
}
