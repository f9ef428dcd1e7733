import type { Pool, PoolClient } from 'pg'
import type { DeletedDict } from '#schemas/api/dict.ts'
import { DEL_FLAG } from '../../database/first-data/del-flag.ts'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest, notFound } from '../../errors.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import { refuseShared } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { pushToAll } from '../../socket/push.ts'
import type { Documents } from '../document/documents.ts'
import { usableForm } from '../online-form/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { DICTIONARIES_CHANNEL } from './item-cache.ts'

/** Most that one call answers: the newest. */
const MAX_LISTED = 1000

/** Who changes the bin, for the operation log. */
interface Asked {
  session: Session
  requestId: string
}

/** Deleted dictionaries: they keep their items until they come back or go for good. */
export interface DictRecycleBin {
  list(): Promise<DeletedDict[]>
  restore(ids: readonly string[], asked: Asked): Promise<number>
  /** One that comes from a file stays deleted instead: the next start would bring it back. */
  erase(ids: readonly string[], asked: Asked): Promise<number>
}

/** The bin over the database. Deleted rows are not among a document's records, so that they are read and changed here. */
export function createDictRecycleBin(parts: {
  readPool: Pool
  writePool: Pool
  documents: Documents
  dictionaries: Pick<Dictionaries, 'forget'>
}): DictRecycleBin {
  const { readPool, writePool, documents, dictionaries } = parts

  async function change(
    action: string,
    ids: readonly string[],
    { session, requestId }: Asked,
    work: (client: PoolClient, found: readonly Deleted[]) => Promise<unknown>,
  ): Promise<number> {
    const { entry, form } = usableForm(documents, 'sys_dict')
    refuseShared(session, form)
    const count = await inTransaction(writePool, async (client) => {
      const { rows } = await client.query<Deleted>(
        `select id, dict_name as "dictName", dict_code as "dictCode", description, version, source_hash as "sourceHash"
         from platform.sys_dict where id = any($1::text[]) and del_flag = $2 for update`,
        [ids, DEL_FLAG.deleted],
      )
      if (rows.length === 0) throw notFound('回收站中没有该字典')
      await work(client, rows)
      const isBack = action === 'restore'
      await recordOperation(client, {
        session,
        action,
        resource: form.code,
        requestId,
        changes: rows.map(({ id, version, sourceHash: _, ...row }) => ({
          table: 'sys_dict',
          recordId: id,
          version: version + 1,
          before: isBack ? null : { id, ...row },
          after: isBack ? { id, ...row } : null,
          documentVersion: entry.version,
        })),
      })
      await client.query('select pg_notify($1, $2)', [DICTIONARIES_CHANNEL, ''])
      await pushToAll(client, { cmd: 'dicts' })
      return rows.length
    })
    dictionaries.forget()
    return count
  }

  return {
    async list() {
      const { rows } = await readPool.query<DeletedDict>(
        `select id, dict_name as "dictName", dict_code as "dictCode", description, type, 1 as "delFlag",
           update_by as "updateBy", to_char(update_time, 'YYYY-MM-DD HH24:MI:SS') as "updateTime"
         from platform.sys_dict where del_flag = $1 order by update_time desc nulls last, dict_code limit $2`,
        [DEL_FLAG.deleted, MAX_LISTED],
      )
      return rows
    },

    restore: (ids, asked) =>
      change('restore', ids, asked, (client, rows) =>
        client.query(
          'update platform.sys_dict set del_flag = $2, version = version + 1 where id = any($1::text[])',
          [rows.map(({ id }) => id), DEL_FLAG.present],
        ),
      ),

    erase: (ids, asked) =>
      change('erase', ids, asked, async (client, rows) => {
        const shipped = rows.find(({ sourceHash }) => sourceHash !== null)
        if (shipped) throw badRequest(`字典“${shipped.dictName}”来自文件，只能留在回收站，不能彻底删除`)
        const gone = [rows.map(({ id }) => id)]
        await client.query('delete from platform.sys_dict where id = any($1::text[])', gone)
        await client.query(
          "delete from platform.sys_comment where table_name = 'sys_dict' and table_data_id = any($1::text[])",
          gone,
        )
      }),
  }
}

interface Deleted {
  id: string
  dictName: string
  dictCode: string
  description: string | null
  version: number
  sourceHash: string | null
}
