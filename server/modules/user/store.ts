import { type Kysely, sql } from 'kysely'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import type { MentionQuery, UserRow } from '#schemas/api/user.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Tables } from '../../database/tables.ts'
import { forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormReader, formView, type RecordSource, usableForm } from '../online-form/index.ts'

/** Document of the users. */
const DOCUMENT = 'sys_user'
/** What everybody asks about, to choose a colleague; all else is for those who keep users. Pickers sort by `createTime`. */
const FOR_EVERYBODY: ReadonlySet<string> = new Set([
  'id',
  'username',
  'realname',
  'avatar',
  'orgCode',
  'orgCodeTxt',
  'createTime',
])
/** Most users that one call names. */
const MAX_VALUES = 1000
const BY_ACCOUNT = [{ field: 'username', descending: false }]

/** A department by its key or its code. */
export type DepartName = { id: string } | { orgCode: string }

/** Users of the session's tenant, as pickers ask for them. */
export interface UserStore {
  /** One page; `departId` narrows it to a department and those below, `ids` to these users. */
  page(
    session: Session,
    query: Readonly<Record<string, unknown>>,
    among: { departId?: string; ids?: readonly string[] },
  ): Promise<PageOf<UserRow>>
  /** One page of those whom somebody may name in a text, by account. */
  mentioned(session: Session, query: MentionQuery): Promise<PageOf<UserRow>>
  /** Ids of the users of a department and those below, by its key or its code. */
  idsBelow(session: Session, depart: DepartName): Promise<string[]>
  /** Users of a department and those below whose name contains a word. */
  below(session: Session, departId: string, word: string): Promise<UserRow[]>
  /** Users with one of these values in a column. */
  byValues(session: Session, column: string, values: readonly string[]): Promise<UserRow[]>
  /** True for a name that this user may ask about. */
  mayAsk(session: Session, name: string): boolean
}

/** The calls of pickers over the records of the users' document. */
export function createUserStore(parts: {
  documents: Documents
  reader: FormReader
  records: RecordSource
  read: Kysely<Tables>
}): UserStore {
  const { documents, reader, records, read } = parts
  const form = (): CompiledForm => usableForm(documents, DOCUMENT).form
  const hiddenFrom = (session: Session) =>
    keepsUsers(session)
      ? []
      : [...formView(session, form()).all.keys()].filter((name) => !FOR_EVERYBODY.has(name))
  const viewFor = (session: Session) => formView(session, form(), hiddenFrom(session))

  function shown(session: Session, rows: readonly Row[]): UserRow[] {
    const keeps = keepsUsers(session)
    return rows.map((row) => userRow(row, keeps))
  }

  return {
    async page(session, query, { departId = '', ids }) {
      const among = ids ?? (departId === '' ? null : await usersBelow(read, session, { id: departId }))
      const conditions =
        among === null ? [] : [{ own: { field: 'id', rule: 'in' as const, val: [...among] } }]
      const {
        records: rows,
        total,
        pageNo,
        pageSize,
      } = await reader.list(form(), session, query, {
        hidden: hiddenFrom(session),
        conditions,
      })
      return pageOf(shown(session, rows), total, pageNo, pageSize)
    },

    async mentioned(session, { pageNo = 1, pageSize = 10, ...asked }) {
      const found = await reader.list(
        form(),
        session,
        { pageNo, pageSize, column: 'username', order: 'asc' },
        { hidden: hiddenFrom(session), conditions: await mentionConditions(read, session, asked) },
      )
      return pageOf(shown(session, found.records), found.total, found.pageNo, found.pageSize)
    },

    idsBelow: (session, depart) => usersBelow(read, session, depart),

    async below(session, departId, word) {
      const ids = await usersBelow(read, session, { id: departId })
      const conditions = [
        { own: { field: 'id', rule: 'in' as const, val: ids } },
        ...(word === '' ? [] : [{ own: { field: 'realname', rule: 'like' as const, val: word } }]),
      ]
      return shown(
        session,
        ids.length === 0
          ? []
          : await records.rows(viewFor(session), session, conditions, BY_ACCOUNT, MAX_VALUES),
      )
    },

    async byValues(session, column, values) {
      if (values.length === 0) return []
      const own = { field: column, rule: 'in' as const, val: [...values] }
      const rows = await records.rows(viewFor(session), session, [{ own }], BY_ACCOUNT, MAX_VALUES)
      return shown(session, rows)
    },

    mayAsk: (session, name) => viewFor(session).columns.has(name),
  }
}

/** What narrows the users whom somebody may name. */
async function mentionConditions(
  read: Kysely<Tables>,
  session: Session,
  { departId, roleId, keyword, excludeUserIdList, includeUsernameList }: MentionQuery,
): Promise<{ own: Condition }[]> {
  const conditions: Condition[] = []
  const among = (val: string[]) => conditions.push({ field: 'id', rule: 'in', val })
  if (departId) among(await usersBelow(read, session, { id: departId }))
  if (roleId) {
    // Who holds a role is for those who keep users.
    if (!keepsUsers(session)) throw forbidden()
    const rows = await read
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.id', 'ur.role_id')
      .select('ur.user_id')
      .where('r.id', '=', roleId)
      .where('r.tenant_id', '=', session.tenantId)
      .execute()
    among(rows.map(({ user_id }) => user_id))
  }
  if (excludeUserIdList)
    conditions.push({ field: 'id', rule: 'not_in', val: excludeUserIdList.split(',').filter(Boolean) })
  if (includeUsernameList)
    conditions.push({ field: 'username', rule: 'in', val: includeUsernameList.split(',').filter(Boolean) })
  if (keyword)
    conditions.push({
      or: [
        { field: 'realname', rule: 'like', val: keyword },
        { field: 'username', rule: 'like', val: keyword },
      ],
    })
  return conditions.map((own) => ({ own }))
}

function keepsUsers(session: Session): boolean {
  return may(session, 'use', { permission: 'system:user:list' }).allowed
}

/** Ids of the tenant's users in a department and those below it. */
async function usersBelow(read: Kysely<Tables>, session: Session, depart: DepartName): Promise<string[]> {
  const rows = await read
    .selectFrom('sys_user_depart as ud')
    .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
    .innerJoin('sys_depart as top', (join) =>
      join.on(sql<boolean>`starts_with(d.org_code, top.org_code)`).onRef('d.tenant_id', '=', 'top.tenant_id'),
    )
    .where((eb) => ('id' in depart ? eb('top.id', '=', depart.id) : eb('top.org_code', '=', depart.orgCode)))
    .where('top.tenant_id', '=', session.tenantId)
    .select('ud.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The row as the wire has it. Keys that are not for this user stay, so that a picker draws its columns. */
function userRow(row: Row, keeps: boolean): UserRow {
  const text = (name: string) => (row[name] === null || row[name] === undefined ? null : String(row[name]))
  const number = (name: string) => (row[name] === null || row[name] === undefined ? null : Number(row[name]))
  return {
    id: String(row.id),
    username: String(row.username),
    realname: String(row.realname),
    sex: number('sex'),
    phone: text('phone'),
    birthday: text('birthday'),
    avatar: text('avatar'),
    status: number('status'),
    workNo: text('workNo'),
    orgCode: text('orgCode'),
    createTime: keeps ? text('createTime') : null,
    orgCodeTxt: text('orgCodeTxt') ?? '',
    ...(row._files === undefined ? {} : { _files: row._files as UserRow['_files'] }),
    ...(row.sex_dictText === undefined ? {} : { sex_dictText: String(row.sex_dictText) }),
  }
}
