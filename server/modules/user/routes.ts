import type { FastifyInstance } from 'fastify'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import type { Connections } from '../../database/connection.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest } from '../../errors.ts'
import { type FindColumn, parseListQuery } from '../../http/list-query.ts'
import type { Session } from '../../permission/session.ts'

const SIGNED_IN = { config: { access: 'signedIn' } } as const

/** What a user list may be filtered and sorted by, and the column behind it. Never password, never status of sign-in. */
const COLUMNS = {
  id: 'u.id',
  username: 'u.username',
  realname: 'u.realname',
  phone: 'u.phone',
  sex: 'u.sex',
  orgCode: 'u.org_code',
  workNo: 'u.work_no',
  createTime: 'u.create_time',
} as const
type ColumnName = keyof typeof COLUMNS
const NUMBER_COLUMNS = new Set<string>(['sex'])
const MAX_VALUES = 1000

/** A user as pickers show him; what else is known about him is for those who keep accounts. */
interface UserRow {
  id: string
  username: string
  realname: string
  sex: number | null
  sex_dictText?: string
  phone: string | null
  avatar: string | null
  workNo: string | null
  orgCode: string | null
  orgCodeTxt: string
  status: number
  createTime: string | null
}

const find: FindColumn = (name) =>
  Object.hasOwn(COLUMNS, name)
    ? { name, kind: NUMBER_COLUMNS.has(name) ? 'number' : name === 'createTime' ? 'datetime' : 'text' }
    : null

/** User calls of pickers. Users of other tenants and deleted users do not exist here. */
export function registerUser(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  type Builder = ExpressionBuilder<Tables & { u: Tables['sys_user'] }, 'u'>

  function users(session: Session) {
    return read
      .selectFrom('sys_user as u')
      .where('u.del_flag', '=', 0)
      .where('u.id', 'in', (eb) =>
        eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', session.tenantId),
      )
  }

  async function page(session: Session, query: Record<string, unknown>) {
    const { departId, ...rest } = query
    const { pageNo, pageSize, sort, filter, condition } = parseListQuery(rest, find)
    const where = [filter, condition].filter((one) => one !== null)
    let narrowed = users(session)
    for (const one of where) narrowed = narrowed.where((eb) => conditionOf(eb as unknown as Builder, one))
    if (typeof departId === 'string' && departId !== '')
      narrowed = narrowed.where('u.id', 'in', (eb) =>
        eb
          .selectFrom('sys_user_depart as ud')
          .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
          .innerJoin('sys_depart as top', (join) =>
            join.on(sql<SqlBool>`d.org_code like top.org_code || '%'`),
          )
          .where('top.id', '=', departId)
          .where('top.tenant_id', '=', session.tenantId)
          .select('ud.user_id'),
      )
    const order = sort.length > 0 ? sort : [{ field: 'createTime', descending: true }]
    let ordered = narrowed.select((eb) => rowOf(eb as unknown as Builder))
    for (const { field, descending } of order)
      ordered = ordered.orderBy(sql.ref(COLUMNS[field as ColumnName]), descending ? 'desc' : 'asc')
    const [rows, counted] = await Promise.all([
      ordered
        .orderBy('u.id')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute(),
      narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return ok(pageOf((rows as unknown as UserRow[]).map(withTexts), Number(counted.total), pageNo, pageSize))
  }

  for (const path of ['/sys/user/list', '/sys/user/queryUserComponentData'])
    app.get<{ Querystring: Record<string, unknown> }>(path, SIGNED_IN, (request) =>
      page(request.session, request.query),
    )

  // Answered without an envelope, as the wire has it.
  app.get<{ Querystring: Record<string, unknown> }>('/sys/user/getMultiUser', SIGNED_IN, async (request) => {
    const asked = Object.entries(request.query).find(([name]) => find(name) !== null)
    if (!asked) throw badRequest('参数不识别！')
    const [name, value] = asked
    return byValues(request.session, name as ColumnName, String(value))
  })

  app.get<{ Querystring: { userIds?: unknown } }>('/sys/user/queryByIds', SIGNED_IN, async (request) =>
    ok(await byValues(request.session, 'id', String(request.query.userIds ?? ''))),
  )

  async function byValues(session: Session, name: ColumnName, text: string): Promise<UserRow[]> {
    if (text.includes('\0')) throw badRequest('参数包含非法字符')
    const values = text.split(',').filter(Boolean).slice(0, MAX_VALUES)
    if (values.length === 0) return []
    const rows = await users(session)
      .where(sql<SqlBool>`${sql.ref(COLUMNS[name])}::text = any(${values}::text[])`)
      .select((eb) => rowOf(eb as unknown as Builder))
      .execute()
    return (rows as unknown as UserRow[]).map(withTexts)
  }

  function rowOf(eb: Builder) {
    return [
      'u.id',
      'u.username',
      'u.realname',
      'u.sex',
      'u.phone',
      'u.avatar',
      'u.status',
      eb.ref('u.work_no').as('workNo'),
      eb.ref('u.org_code').as('orgCode'),
      eb.ref('u.create_time').as('createTime'),
      eb
        .selectFrom('sys_user_depart as ud')
        .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
        .whereRef('ud.user_id', '=', 'u.id')
        .select(sql<string>`coalesce(string_agg(d.depart_name, ',' order by d.org_code), '')`.as('names'))
        .as('orgCodeTxt'),
    ] as const
  }
}

function withTexts(row: UserRow): UserRow {
  return row.sex === null
    ? row
    : { ...row, sex_dictText: row.sex === 1 ? '男' : row.sex === 2 ? '女' : String(row.sex) }
}

/** A parsed condition over the listed columns, as SQL with bound values. */
function conditionOf(
  eb: ExpressionBuilder<Tables & { u: Tables['sys_user'] }, 'u'>,
  condition: Condition,
): Expression<SqlBool> {
  if ('and' in condition) return eb.and(condition.and.map((one) => conditionOf(eb, one)))
  if ('or' in condition) return eb.or(condition.or.map((one) => conditionOf(eb, one)))
  return comparisonOf(condition)
}

function comparisonOf({ field, rule, val }: Comparison): Expression<SqlBool> {
  const column = sql`${sql.ref(COLUMNS[field as ColumnName])}::text`
  const text = Array.isArray(val) ? val.map(String) : [String(val ?? '')]
  const first = text[0] ?? ''
  if (text.some((one) => one.includes('\0'))) throw badRequest('参数包含非法字符')
  const like = first.replace(/[\\%_]/g, '\\$&')
  switch (rule) {
    case 'eq':
      return sql<SqlBool>`${column} = ${first}`
    case 'ne':
      return sql<SqlBool>`${column} is distinct from ${first}`
    case 'in':
      return sql<SqlBool>`${column} = any(${text}::text[])`
    case 'not_in':
      return sql<SqlBool>`not coalesce(${column} = any(${text}::text[]), false)`
    case 'like':
      return sql<SqlBool>`${column} like ${`%${like}%`}`
    case 'not_like':
      return sql<SqlBool>`coalesce(${column} not like ${`%${like}%`}, true)`
    case 'left_like':
      return sql<SqlBool>`${column} like ${`%${like}`}`
    case 'right_like':
      return sql<SqlBool>`${column} like ${`${like}%`}`
    case 'gt':
      return sql<SqlBool>`${column} > ${first}`
    case 'ge':
      return sql<SqlBool>`${column} >= ${first}`
    case 'lt':
      return sql<SqlBool>`${column} < ${first}`
    case 'le':
      return sql<SqlBool>`${column} <= ${first}`
    case 'empty':
      return sql<SqlBool>`coalesce(${column}, '') = ''`
    case 'not_empty':
      return sql<SqlBool>`coalesce(${column}, '') <> ''`
  }
}
