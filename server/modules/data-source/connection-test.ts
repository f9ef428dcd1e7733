import pg from 'pg'
import { errorCode } from '../../database/error-code.ts'
import { badRequest } from '../../errors.ts'
import type { SecretBox } from '../../secret-box.ts'
import { ClosedAddress, createReachableAddress } from '../external-call/reachable-address.ts'
import type { ActionCall } from '../online-form/index.ts'
import { type DatabaseAddress, POSTGRESQL, postgresAddress } from './database-address.ts'

/** Below the browser's 9000 ms, so that the reason arrives before the browser gives up. */
const TIMEOUT_MS = 5000

const REASONS: Readonly<Record<string, string>> = {
  '28P01': '用户名或密码错误',
  '28000': '用户名或密码错误',
  '3D000': '数据库不存在',
  ECONNREFUSED: '主机拒绝连接，请检查地址和端口',
  ENOTFOUND: '找不到主机',
  EAI_AGAIN: '找不到主机',
}

/** `data-source.test`: connects with what is stored, to an address that external calls may reach, and says which database answers. */
export function connectionTest({
  box,
  networks,
}: {
  box: SecretBox
  networks: readonly string[]
}): ActionCall {
  const addresses = createReachableAddress(networks)

  async function versionOf({ host, port, database, ssl }: DatabaseAddress, user: string, password: string) {
    const client = new pg.Client({
      // The address that is connected to is the one that was checked.
      host: await addresses.addressOf(host),
      port,
      database,
      user,
      password,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      ...(ssl ? { ssl: { servername: host } } : {}),
    })
    // A line that breaks afterwards must not end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? ''
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  return async ({ rows: [source], step }) => {
    if (!source) throw badRequest('请选择记录')
    if (source.dbType !== POSTGRESQL)
      throw badRequest('目前只能测试 PostgreSQL 数据源，其他类型的驱动尚未提供')
    const address = postgresAddress(String(source.dbUrl ?? ''))
    if (typeof address === 'string') throw badRequest(address)
    const { rows } = await step.client.query<{ sealed: string | null }>(
      'select db_password as sealed from platform.sys_data_source where id = $1',
      [source.id],
    )
    const sealed = rows[0]?.sealed ?? null
    const password = sealed === null ? '' : box.open(sealed)
    if (password === null) throw badRequest('保存的密码无法解密（密钥已更换），请重新填写密码')
    try {
      const version = await versionOf(address, String(source.dbUsername ?? ''), password)
      return { message: `连接成功：PostgreSQL ${version}` }
    } catch (error) {
      throw badRequest(`连接失败：${reasonOf(error)}`)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ClosedAddress) return '该地址不允许访问，请管理员在 EXTERNAL_NETWORKS 中放行'
  const code = errorCode(error)
  const known = code === null ? undefined : REASONS[code]
  if (known) return known
  return error instanceof Error && /timeout/i.test(error.message) ? '连接超时' : '数据库没有正常应答'
}
