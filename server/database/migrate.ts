import { type Migration, Migrator } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Connections } from './connection.ts'
import { platform } from './migrations/0001-platform.ts'
import { signIn } from './migrations/0002-sign-in.ts'
import { announcement } from './migrations/0003-announcement.ts'
import { platformRecords } from './migrations/0004-platform-records.ts'
import { rowRules } from './migrations/0005-row-rules.ts'
import { deadSessions } from './migrations/0006-dead-sessions.ts'
import { announcementUsers } from './migrations/0007-announcement-users.ts'
import { platformChanges } from './migrations/0008-platform-changes.ts'
import { permissionRecords } from './migrations/0009-permission-records.ts'
import { dataSources } from './migrations/0011-data-sources.ts'
import { userAgents } from './migrations/0013-user-agents.ts'
import { tenantRecords } from './migrations/0014-tenant-records.ts'
import { jobs } from './migrations/0015-jobs.ts'
import { messages } from './migrations/0016-messages.ts'
import { logs } from './migrations/0017-logs.ts'
import { dataLog } from './migrations/0018-data-log.ts'
import { texts } from './migrations/0019-texts.ts'
import { comments } from './migrations/0020-comments.ts'
import { undo } from './migrations/0022-undo.ts'
import { settings } from './migrations/0023-settings.ts'
import { accountSafety } from './migrations/0024-account-safety.ts'
import { backups } from './migrations/0025-backups.ts'
import { roleIndex } from './migrations/0026-role-index.ts'
import { sizes } from './migrations/0028-sizes.ts'
import { mailsByKind } from './migrations/0029-mails-by-kind.ts'
import { delivered } from './migrations/0030-delivered.ts'
import { logCount } from './migrations/0032-log-count.ts'
import { files } from './migrations/0034-files.ts'
import { drafts } from './migrations/0036-drafts.ts'
import { fileSpace } from './migrations/0037-file-space.ts'
import { ossFiles } from './migrations/0038-oss-files.ts'
import { history } from './migrations/0041-history.ts'
import { listViews } from './migrations/0043-list-views.ts'
import { savedQueries } from './migrations/0044-saved-queries.ts'
import { importWorkbench } from './migrations/0045-import-workbench.ts'
import { exports } from './migrations/0046-exports.ts'
import { subscribedQueries } from './migrations/0047-subscribed-queries.ts'
import { undoOrders } from './migrations/0049-undo-orders.ts'

/** All migrations, oldest first. A released one is never changed. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-platform': platform,
  '0002-sign-in': signIn,
  '0003-announcement': announcement,
  '0004-platform-records': platformRecords,
  '0005-row-rules': rowRules,
  '0006-dead-sessions': deadSessions,
  '0007-announcement-users': announcementUsers,
  '0008-platform-changes': platformChanges,
  '0009-permission-records': permissionRecords,
  '0011-data-sources': dataSources,
  '0013-user-agents': userAgents,
  '0014-tenant-records': tenantRecords,
  '0015-jobs': jobs,
  '0016-messages': messages,
  '0017-logs': logs,
  '0018-data-log': dataLog,
  '0019-texts': texts,
  '0020-comments': comments,
  '0022-undo': undo,
  '0023-settings': settings,
  '0024-account-safety': accountSafety,
  '0025-backups': backups,
  '0026-role-index': roleIndex,
  '0028-sizes': sizes,
  '0029-mails-by-kind': mailsByKind,
  '0030-delivered': delivered,
  '0032-log-count': logCount,
  '0034-files': files,
  '0036-drafts': drafts,
  '0037-file-space': fileSpace,
  '0038-oss-files': ossFiles,
  '0041-history': history,
  '0043-list-views': listViews,
  '0044-saved-queries': savedQueries,
  '0045-import-workbench': importWorkbench,
  '0046-exports': exports,
  '0047-subscribed-queries': subscribedQueries,
  '0049-undo-orders': undoOrders,
}

/** Names of the migrations that this program knows. */
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS)

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
