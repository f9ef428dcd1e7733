import { type Migration, Migrator } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Connections } from './connection.ts'
import { platform } from './migrations/0001-platform.ts'
import { signIn } from './migrations/0002-sign-in.ts'
import { announcement } from './migrations/0003-announcement.ts'

/** All migrations, oldest first. A released one is never changed. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-platform': platform,
  '0002-sign-in': signIn,
  '0003-announcement': announcement,
}

/** Brings the database up to this program's version; refuses one that is newer. Each migration is one transaction. */
export async function migrate({ write }: Connections): Promise<void> {
  const migrator = new Migrator({
    db: write,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableSchema: 'public',
    migrationTableName: 'expo_migration',
    migrationLockTableName: 'expo_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  throw newer(error)
}

function newer(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  if (/corrupted migrations|previously executed migration/.test(message))
    return new StartError('数据库的结构比本程序更新，请使用更新版本的程序。数据未做任何改动。')
  return error instanceof Error ? error : new Error(message)
}
