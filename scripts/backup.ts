import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { Connect } from '#server/database/connect.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { runningPostgres } from '#server/database/embedded/running.ts'
import { KNOWN_MIGRATIONS } from '#server/database/migrate.ts'
import { openBackup } from '#server/modules/backup/open-backup.ts'
import { restoreBackup } from '#server/modules/backup/restore-backup.ts'
import { writeBackup } from '#server/modules/backup/write-backup.ts'
import { fileStoreOf } from '#server/modules/file/store-of.ts'
import { createSecretBox } from '#server/secret-box.ts'
import { StartError } from '#server/start-error.ts'
import program from '../package.json' with { type: 'json' }

const USAGE = `npm run backup -- <file.zip>    write everything in the database to a file, while people work
npm run restore -- <file.zip>   fill an empty system from such a file

DATA_DIR or DATABASE_URL say which system, as for npm start.`

const [command, file] = process.argv.slice(2)
if (!file || (command !== 'backup' && command !== 'restore')) {
  console.log(USAGE)
  process.exit(2)
}
try {
  await (command === 'backup' ? backup(resolve(file)) : restore(resolve(file)))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function backup(to: string): Promise<void> {
  // An older backup may be the only one that is whole.
  if (existsSync(to)) throw new StartError(`文件已存在：${to}。请换一个文件名，或先移走它`)
  const config = readConfig()
  await withDatabase(config, runningPostgres(config.dataDir), async (connect) => {
    const client = new pg.Client(connect)
    await client.connect().catch((error: unknown) => {
      throw new StartError(`无法连接数据库\n${error instanceof Error ? error.message : String(error)}`)
    })
    try {
      const { manifest, size } = await writeBackup({
        client,
        file: to,
        program: program.version,
        keyMark: boxOf(config).mark(),
        files: fileStoreOf(config).store,
        onTable: (name, at, all) => console.log(`${at}/${all} ${name}`),
      })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `已备份 ${manifest.tables.length} 张表、${rows} 行、${manifest.files?.length ?? 0} 个文件：${to}（${(size / 1024 / 1024).toFixed(1)} MB）`,
      )
    } finally {
      await client.end()
    }
  })
}

async function restore(from: string): Promise<void> {
  const config = readConfig()
  const opened = await openBackup(from, KNOWN_MIGRATIONS)
  try {
    const { madeAt, keyMark } = opened.manifest
    console.log(`备份文件完整，生成于 ${madeAt}，共 ${opened.manifest.tables.length} 张表`)
    // A running server has filled its database already: the check for an empty one says so.
    await withDatabase(config, runningPostgres(config.dataDir), async (connect) => {
      const { rows, files } = await restoreBackup(opened, connect, fileStoreOf(config), (line) =>
        console.log(line),
      )
      console.log(`已恢复 ${rows} 行、${files} 个文件。会话不在备份中，所有用户须重新登录。`)
    })
    if (keyMark !== null && keyMark !== boxOf(config).mark())
      console.log(
        '注意：备份中加密保存的密码（邮件、数据源等）由另一把密钥加密。请沿用原系统的 SECRET_KEY，或把原来的 DATA_DIR/secret.key 复制过来；否则须重新填写这些密码。',
      )
  } finally {
    opened.close()
  }
}

type Config = ReturnType<typeof readConfig>

function boxOf({ secretKey, dataDir }: Config) {
  return createSecretBox({ secretKey, keyFile: join(dataDir, 'secret.key') })
}

/** The database of DATABASE_URL, that of the running server, or the embedded one, started for as long as it takes. */
async function withDatabase(
  config: Config,
  running: Connect | null,
  work: (connect: Connect) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== null) return work({ connectionString: config.databaseUrl })
  if (running) return work(running)
  const postgres = await launchPostgres({ dataDir: config.dataDir, log: console.log })
  try {
    await work(postgres.connect)
  } finally {
    await postgres.stop()
  }
}
