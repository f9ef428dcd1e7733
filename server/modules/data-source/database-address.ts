/** Kinds of databases by their value in the dictionary `database_type`. */
export const POSTGRESQL = '6'
const DEFAULT_PORT = 5432

/** Where a database is. */
export interface DatabaseAddress {
  host: string
  port: number
  database: string
  /** The connection must be encrypted. */
  ssl: boolean
}

/** Reads `postgresql://host:5432/db`, with or without `jdbc:` before it; a sentence where it is none. */
export function postgresAddress(given: string): DatabaseAddress | string {
  const text = given.trim().replace(/^jdbc:/, '')
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))
    return '数据源地址应为 postgresql://主机:端口/数据库，或 jdbc:postgresql://主机:端口/数据库'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return '数据源地址中不要包含用户名和密码，请填在各自的栏中'
  const database = databaseOf(url)
  if (database === null) return '数据源地址中的数据库名无法识别：% 后应为两位十六进制数'
  if (url.hostname === '' || database === '') return '数据源地址缺少主机或数据库名'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    database,
    ssl: ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? ''),
  }
}

/** Name of the database; null where its percent signs mean nothing. */
function databaseOf({ pathname }: URL): string | null {
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return null
  }
}
