import { type Kysely, sql } from 'kysely'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Tables } from '../../database/tables.ts'
import type { JobClass } from './job-classes.ts'

/** Longer than any lock or quota looks back. */
const FAILURES_KEPT = '1 day'
/** An idempotency key counts for a day. */
const KEYS_KEPT = '1 day'

/** Somebody who was away for a month still finds what was typed before. */
const DRAFTS_KEPT = '30 days'
/** Files that wait to be taken in, since somebody last worked on them. */
const IMPORTS_KEPT = '7 days'

const DAY_MS = 86_400_000
/** Lines of the log that one statement removes: a log of millions is cut without a statement of minutes. */
const CUT_AT_ONCE = 20_000

async function cutLog(write: Kysely<Tables>, before: Date): Promise<bigint> {
  for (let all = 0n; ; ) {
    const { numAffectedRows = 0n } = await sql`delete from platform.sys_log where ctid = any(array(
      select ctid from platform.sys_log where create_time < ${wireTime(before).datetime}::timestamp limit ${CUT_AT_ONCE}))`.execute(
      write,
    )
    all += numAffectedRows
    if (numAffectedRows < BigInt(CUT_AT_ONCE)) return all
  }
}

/** Removes what is over: failures of sign-in, one-time secrets, idempotency keys, sessions, drafts, old lines of the log, old runs, deleted records, old exports, undos that have ended and files that no record names. */
export function cleanUp(
  write: Kysely<Tables>,
  logDays: number,
  {
    emptyBins,
    expireExports,
    expireUndos,
    sweepFiles,
  }: Readonly<Record<'emptyBins' | 'expireExports' | 'expireUndos' | 'sweepFiles', () => Promise<number>>>,
): JobClass {
  const before = (span: string) => sql<Date>`now() - ${span}::interval`
  return async ({ say }) => {
    const told = (what: string, { numDeletedRows }: { numDeletedRows: bigint }) => {
      if (numDeletedRows > 0n) say(`${what}：${numDeletedRows} 条`)
    }
    const { numAffectedRows: runs = 0n } =
      await sql`delete from sys_quartz_job_log where status not in ('0', '1') and create_time < ${before(`${logDays} days`)}`.execute(
        write,
      )
    told('运行记录', { numDeletedRows: runs })
    told(
      '登录失败',
      await write
        .deleteFrom('sys_login_failure')
        .where('last_at', '<', before(FAILURES_KEPT))
        .executeTakeFirst(),
    )
    told(
      '一次性凭据',
      await write
        .deleteFrom('sys_one_time_secret')
        .where('expires_at', '<', sql<Date>`now()`)
        .executeTakeFirst(),
    )
    told(
      '会话',
      await write.deleteFrom('sys_session').where('expires_at', '<', sql<Date>`now()`).executeTakeFirst(),
    )
    told(
      '重复提交标记',
      await write
        .deleteFrom('idempotency_key')
        .where('created_at', '<', before(KEYS_KEPT))
        .executeTakeFirst(),
    )
    told(
      '未保存的草稿',
      await write.deleteFrom('form_draft').where('kept_at', '<', before(DRAFTS_KEPT)).executeTakeFirst(),
    )
    const { numAffectedRows: imports = 0n } =
      await sql`delete from platform.import_file where kept_at < ${before(IMPORTS_KEPT)}`.execute(write)
    told('未完成的导入', { numDeletedRows: imports })
    told('回收站中的数据', { numDeletedRows: BigInt(await emptyBins()) })
    told('后台导出', { numDeletedRows: BigInt(await expireExports()) })
    told('后台撤销', { numDeletedRows: BigInt(await expireUndos()) })
    told('无记录引用的文件', { numDeletedRows: BigInt(await sweepFiles()) })
    told('日志', { numDeletedRows: await cutLog(write, new Date(Date.now() - logDays * DAY_MS)) })
  }
}
