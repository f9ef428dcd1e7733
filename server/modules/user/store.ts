import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import type { UserRow } from '#schemas/api/user.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { escapeLike } from '../../database/like.ts'
import type { Tables } from '../../database/tables.ts'
import { boundOf, wholeDay } from '../../database/whole-day.ts'
import type { FindColumn, ListQuery } from '../../http/list-query.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'

/** What a user list may be filtered and sorted by, and the column behind it. Never the password. */
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
/** Name of such a column on the wire. */
export type UserColumn = keyof typeof COLUMNS
const NUMBERS = new Set<string>(['sex'])

/** Permission to see of other users what a picker does not need. */
const KEEP_USERS = 'system:user:list'
/** What everybody may ask about a colleague: enough to choose him; pickers show the newest first. */
const PUBLIC_COLUMNS: ReadonlySet<string> = new Set(['id', 'username', 'realname', 'orgCode', 'createTime'])

/** Finds a column of the user list for the list parameters; what one may not see, one may not ask about either. */
export function findUserColumn(session: Session): FindColumn {
  return (name) =>
    isUserColumn(session, name)
      ? { name, kind: NUMBERS.has(name) ? 'number' : name === 'createTime' ? 'datetime' : 'text' }
      : null
}

/** True for a name that this user may filter the list by. */
export function isUserColumn(session: Session, name: string): name is UserColumn {
  return Object.hasOwn(COLUMNS, name) && (PUBLIC_COLUMNS.has(name) || keepsUsers(session))
}

function keepsUsers(session: Session): boolean {
  return may(session, 'use', { permission: KEEP_USERS }).allowed
}

/** Users of the session's tenant. Those of other tenants and deleted ones do not exist here. */
export interface UserStore {
  /** One page; `departId` narrows it to a department and those below. */
  page(session: Session, query: ListQuery, departId: string): Promise<PageOf<UserRow>>
  /** Users with one of these values in a column. */
  byValues(session: Session, column: UserColumn, values: readonly string[]): Promise<UserRow[]>
}

type Builder = ExpressionBuilder<Tables & { u: Tables['sys_user'] }, 'u'>

/** The store over the database. */
export function createUserStore(read: Kysely<Tables>): UserStore {
  const users = (session: Session) =>
    read
      .selectFrom('sys_user as u')
      .where('u.del_flag', '=', 0)
      .where('u.id', 'in', (eb) =>
        eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', session.tenantId),
      )

  return {
    async page(session, { pageNo, pageSize, sort, filter, condition }, departId) {
      let narrowed = users(session)
      for (const one of [filter, condition])
        if (one) narrowed = narrowed.where((eb) => conditionOf(eb as unknown as Builder, one))
      if (departId !== '')
        narrowed = narrowed.where('u.id', 'in', (eb) =>
          eb
            .selectFrom('sys_user_depart as ud')
            .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
            .innerJoin('sys_depart as top', (join) =>
              join
                .on(sql<SqlBool>`starts_with(d.org_code, top.org_code)`)
                .onRef('d.tenant_id', '=', 'top.tenant_id'),
            )
            .where('top.id', '=', departId)
            .where('top.tenant_id', '=', session.tenantId)
            .select('ud.user_id'),
        )
      const order = sort.length > 0 ? sort : [{ field: 'createTime', descending: true }]
      let ordered = narrowed.select((eb) => columnsOf(eb as unknown as Builder, session))
      for (const { field, descending } of order)
        ordered = ordered.orderBy(sql.ref(COLUMNS[field as UserColumn]), descending ? 'desc' : 'asc')
      const [rows, counted] = await Promise.all([
        ordered
          .orderBy('u.id')
          .limit(pageSize)
          .offset((pageNo - 1) * pageSize)
          .execute(),
        narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return pageOf(
        (rows as unknown as UserRow[]).map(shownTo(session)),
        Number(counted.total),
        pageNo,
        pageSize,
      )
    },

    async byValues(session, column, values) {
      if (values.length === 0) return []
      const rows = await users(session)
        .where(sql<SqlBool>`${sql.ref(COLUMNS[column])}::text = any(${[...values]}::text[])`)
        .select((eb) => columnsOf(eb as unknown as Builder, session))
        .orderBy('u.username')
        .execute()
      return (rows as unknown as UserRow[]).map(shownTo(session))
    },
  }
}

function columnsOf(eb: Builder, session: Session) {
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
      .where('d.tenant_id', '=', session.tenantId)
      .where('d.del_flag', '=', 0)
      .select(sql<string>`coalesce(string_agg(d.depart_name, ',' order by d.org_code), '')`.as('names'))
      .as('orgCodeTxt'),
  ] as const
}

/** The row as this user may see it. The keys stay, so that a picker draws its columns. */
function shownTo(session: Session): (row: UserRow) => UserRow {
  if (keepsUsers(session)) return withTexts
  return (row) => ({ ...row, sex: null, phone: null, workNo: null, status: null, createTime: null })
}

function withTexts(row: UserRow): UserRow {
  return row.sex === null
    ? row
    : { ...row, sex_dictText: row.sex === 1 ? '男' : row.sex === 2 ? '女' : String(row.sex) }
}

/** A parsed condition over the listed columns, as SQL with bound values. */
function conditionOf(eb: Builder, condition: Condition): Expression<SqlBool> {
  if ('and' in condition) return eb.and(condition.and.map((one) => conditionOf(eb, one)))
  if ('or' in condition) return eb.or(condition.or.map((one) => conditionOf(eb, one)))
  return comparisonOf(condition)
}

const OPERATORS = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function comparisonOf({ field, rule, val }: Comparison): Expression<SqlBool> {
  const column = sql`${sql.ref(COLUMNS[field as UserColumn])}::text`
  const text = Array.isArray(val) ? val.map(String) : [String(val ?? '')]
  const first = text[0] ?? ''
  const like = escapeLike(first)
  const day = field === 'createTime' ? wholeDay(first) : null
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
    case 'ge':
    case 'lt':
    case 'le':
      return sql<SqlBool>`${column} ${sql.raw(OPERATORS[rule])} ${day ? boundOf(day, rule) : first}`
    case 'empty':
      return sql<SqlBool>`coalesce(${column}, '') = ''`
    case 'not_empty':
      return sql<SqlBool>`coalesce(${column}, '') <> ''`
  }
}
