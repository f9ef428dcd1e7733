import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connect } from '../../database/connect.ts'
import { errorCode } from '../../database/error-code.ts'
import { StartError } from '../../start-error.ts'
import type { OpenBackup } from './open-backup.ts'
import { type FilePlace, putStoredFiles } from './stored-files.ts'
import { findTables } from './structure.ts'

/** Fills an empty database from an archive, in one transaction: it holds all of it afterwards, or is as empty as before. */
export async function restoreBackup(
  backup: OpenBackup,
  connect: Connect,
  place: FilePlace,
  say: (line: string) => void,
): Promise<{ rows: number; files: number }> {
  const client = new pg.Client(connect)
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw new StartError(`无法连接数据库，未做任何改动\n${wordsOf(error)}`)
  })
  try {
    const { rows, files } = await fill(client, backup, place, say)
    // All is there; without figures of its tables the database is slower at first.
    await client
      .query('analyze')
      .catch((error: unknown) => say(`数据已恢复，但未能更新统计信息，请执行 ANALYZE\n${wordsOf(error)}`))
    return { rows, files }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function fill(
  client: pg.Client,
  backup: OpenBackup,
  place: FilePlace,
  say: (line: string) => void,
): Promise<{ rows: number; files: number }> {
  const { manifest, structure, read } = backup
  const put: string[] = []
  try {
    await client.query('begin')
    // Two restores at once would both find it empty.
    await client.query("select pg_advisory_xact_lock(hashtext('restore'))")
    await refuseFilled(client)
    for (const statement of structure.before) await client.query(statement)
    let total = 0
    for (const [at, { schema, table, columns, file, rows }] of manifest.tables.entries()) {
      say(`${at + 1}/${manifest.tables.length} ${schema}.${table}：${rows} 行`)
      const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
      const list = columns.map((one) => pg.escapeIdentifier(one)).join(', ')
      const into = client.query(copyFrom(`copy ${name} (${list}) from stdin`))
      await pipeline(await read(file), into)
      if (into.rowCount !== rows)
        throw new StartError(`${schema}.${table} 应有 ${rows} 行，恢复了 ${into.rowCount} 行`)
      total += rows
    }
    for (const statement of structure.after) await client.query(statement)
    if (manifest.files?.length) say(`文件：${manifest.files.length} 个`)
    await putStoredFiles(backup, place, put)
    await client.query('commit')
    return { rows: total, files: put.length }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const path of put) await place.store.remove(path).catch(() => undefined)
    if (error instanceof StartError) throw error
    throw new StartError(`恢复失败，未做任何改动：${reasonOf(error)}\n${wordsOf(error)}`)
  }
}

/** PostgreSQL's own words are for the operator: they stand on a line of their own. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function reasonOf(error: unknown): string {
  const code = errorCode(error)
  if (code === '53100') return '数据库的磁盘空间不足'
  if (code === '42501') return '数据库用户的权限不足'
  // What is not PostgreSQL's has no code of five signs.
  if (code === null || code.length !== 5 || code.startsWith('57P'))
    return '与数据库的连接中断，或备份文件无法读取'
  return '数据库没有接受备份中的一条语句'
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const found = await findTables(client)
  if (found.length > 0)
    throw new StartError(
      `目标数据库不是空的（已有 ${found.length} 张表，例如 ${found[0]?.name}）。请用新的 DATA_DIR 或空的数据库恢复，未做任何改动。`,
    )
}
