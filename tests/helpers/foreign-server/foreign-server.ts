import { envelope, refusal } from '#tests/helpers/wire.ts'
import { AREAS, DICTIONARIES, FORMS, type ForeignForm, ORDERS } from './forms.ts'

type Row = Record<string, unknown>

/** One call to the server. */
export interface ForeignCall {
  method: string
  /** Below the base of the API. */
  path: string
  query: Readonly<Record<string, string>>
  body: unknown
  token: string | null
}

export interface ForeignAnswer {
  status: number
  body: unknown
}

export const FOREIGN_USER = { username: 'jeecg', password: 'jeecg-123' } as const
const TOKEN = 'foreign-token'
const USER = {
  id: 'u1',
  username: FOREIGN_USER.username,
  realname: '外部管理员',
  orgCode: 'A01',
  avatar: null,
}

const ok = (result: unknown, message?: string): ForeignAnswer => ({
  status: 200,
  body: envelope(result, 200, message),
})
const no = (message: string, code = 500): ForeignAnswer => ({ status: 200, body: refusal(message, code) })

/** Its menu is the wire's: an entry names the address of a generated page, and no document. */
function rights() {
  const page = (path: string, title: string, component: string) => ({
    path,
    name: path.slice(1).replaceAll('/', '-'),
    component,
    route: '1',
    meta: { title, keepAlive: false, internalOrExternal: false },
  })
  const list = 'modules/online/cgform/auto/OnlCgformAutoList'
  return {
    menu: [
      page(`/online/cgformList/${ORDERS}`, '外部订单', list),
      page(`/online/cgformTreeList/${AREAS}`, '外部区域', 'modules/online/cgform/auto/OnlCgformTreeList'),
      page('/online/cgformList/unknown', '没有的表单', list),
    ],
    auth: [],
    allAuth: [],
    sysSafeMode: false,
  }
}

/**
 * A server of the wire that is not ours, in memory: written after the description of the wire, and as strict as such a
 * server may be. It knows no documents.
 */
export function createForeignServer() {
  const tables = new Map<string, Row[]>(FORMS.map(({ table }) => [table, []]))
  let last = 1_500_000_000_000_000_000n
  const rowsOf = (table: string) => tables.get(table) ?? []
  const formOf = (id: string) => FORMS.find((form) => form.id === id)

  function insert(form: ForeignForm, given: Row): Row {
    const row: Row = { id: String(++last), create_by: USER.username, create_time: '2026-01-02 03:04:05' }
    for (const name of form.stored) row[name] = given[name] ?? null
    if (form.tree) Object.assign(row, { pid: row.pid || '0', [form.tree.mark]: '0' })
    rowsOf(form.table).push(row)
    if (form.tree)
      for (const parent of rowsOf(form.table)) if (parent.id === row.pid) parent[form.tree.mark] = '1'
    return row
  }

  /** The rows of the sub tables are those that came with the record: what did not come is gone. */
  function replaceSubs(form: ForeignForm, id: unknown, given: Row): void {
    for (const { table, key } of form.subs ?? []) {
      const sub = FORMS.find((one) => one.table === table)
      tables.set(
        table,
        rowsOf(table).filter((row) => row[key] !== id),
      )
      const rows = Array.isArray(given[table]) ? given[table] : []
      for (const row of rows) if (sub) insert(sub, { ...row, [key]: id })
    }
  }

  const shown = (form: ForeignForm, row: Row): Row => ({
    ...row,
    ...(form.stored.includes('owner') && row.owner ? { owner_dictText: `用户${row.owner}` } : {}),
  })

  function select(form: ForeignForm, query: Readonly<Record<string, string>>): Row[] {
    const names = [...form.stored, ...(form.tree ? ['pid'] : [])]
    const found = rowsOf(form.table).filter((row) =>
      names.every((name) => {
        const value = String(row[name] ?? '')
        const [least, most] = [query[`${name}_begin`], query[`${name}_end`]]
        if (least !== undefined && value < least) return false
        if (most !== undefined && value > most) return false
        const wanted = query[name]
        if (wanted === undefined) return true
        const part = /^\*(.*)\*$/.exec(wanted)?.[1]
        return part === undefined ? wanted.split(',').includes(value) : value.includes(part)
      }),
    )
    const { column = 'id', order = 'asc' } = query
    const sign = order === 'asc' ? 1 : -1
    return found
      .sort((left, right) => (String(left[column]) < String(right[column]) ? -sign : sign))
      .map((row) => shown(form, row))
  }

  function save(
    form: ForeignForm,
    method: string,
    query: Readonly<Record<string, string>>,
    given: Row,
  ): ForeignAnswer {
    if (query.tabletype !== String(form.type)) return no('缺少参数 tabletype')
    const { unique } = form
    if (unique && rowsOf(form.table).some((row) => row[unique] === given[unique] && row.id !== given.id))
      return no('数据库中已存在该记录')
    if (method === 'POST') {
      const row = insert(form, given)
      replaceSubs(form, row.id, given)
      return ok(row.id, '添加成功！')
    }
    const row = rowsOf(form.table).find(({ id }) => id === given.id)
    if (!row) return no('未找到对应实体')
    for (const name of form.stored) row[name] = given[name] ?? null
    replaceSubs(form, row.id, given)
    return ok(null, '修改成功！')
  }

  function remove(form: ForeignForm, ids: readonly string[]): ForeignAnswer {
    tables.set(
      form.table,
      rowsOf(form.table).filter(({ id }) => !ids.includes(String(id))),
    )
    for (const id of ids) replaceSubs(form, id, {})
    return ok(null, '删除成功!')
  }

  function record(form: ForeignForm, id: string): ForeignAnswer {
    const row = rowsOf(form.table).find((one) => one.id === id)
    if (!row) return no('未找到对应实体')
    const subs = (form.subs ?? []).map(({ table, key }) => [
      table,
      rowsOf(table).filter((one) => one[key] === id),
    ])
    return ok({ ...shown(form, row), ...Object.fromEntries(subs) })
  }

  function online({ method, path, query, body }: ForeignCall): ForeignAnswer | null {
    const [call = '', id = '', more = ''] = path.replace('/online/cgform/api/', '').split('/')
    if (call === 'querySelectOptions') return levels(query)
    const form = formOf(id)
    if (!form) return no('未找到对应实体')
    switch (call) {
      case 'getColumns':
        return ok(form.columns)
      case 'getErpColumns':
        return ok({
          main: form.columns,
          subList: (form.subs ?? []).map(({ table }) => FORMS.find((one) => one.table === table)?.columns),
        })
      case 'getFormItem':
        return ok({ ...form.item, schema: { table: form.table, type: 'object', ...form.item.schema } })
      case 'getQueryInfo':
        return ok(form.query)
      case 'getData':
      case 'getTreeData': {
        if ((call === 'getTreeData') !== (form.tree !== undefined)) return no('表类型不正确')
        const isRoots = form.tree && query.hasQuery === 'false' && query.pid === undefined
        const found = select(form, isRoots ? { ...query, pid: '0' } : query)
        const [page, size] = [Number(query.pageNo ?? 1), Number(query.pageSize ?? 10)]
        // -521 stands for everything. Neither size nor number of the page are answered.
        const records = size === -521 ? found : found.slice((page - 1) * size, page * size)
        return ok({ total: found.length, records })
      }
      case 'form':
        if (method === 'GET') return record(form, more)
        if (method === 'DELETE') return remove(form, more.split(','))
        return save(form, method, query, body as Row)
      default:
        return null
    }
  }

  /** Linked levels: its condition is a piece of SQL, of which this server knows one. */
  function levels(query: Readonly<Record<string, string>>): ForeignAnswer {
    const parent = query.pidValue ?? (query.condition === "pid = '0'" ? '0' : null)
    if (parent === null) return no('条件不正确')
    return ok(
      rowsOf(query.table ?? '')
        .filter((row) => row[query.pidField ?? ''] === parent)
        .map((row) => ({
          label: row[query.txt ?? ''],
          store: row[query.key ?? ''],
          id: row.id,
          pid: parent,
        })),
    )
  }

  function dictionaries({ path, query }: ForeignCall): ForeignAnswer | null {
    const [call = '', name = ''] = path.replace('/sys/dict/', '').split('/').map(decodeURIComponent)
    const [written = '', text = '', value = ''] = name.split(',')
    const [table = '', where] = written.split(' where ')
    const rows = rowsOf(table).filter((row) => where !== "status='1'" || row.status === '1')
    switch (call) {
      case 'getDictItems':
        return DICTIONARIES[name] ? ok(DICTIONARIES[name]) : ok([])
      case 'loadDict':
        if (!name.includes(',')) return no('字典Code格式不正确！')
        return ok(
          rows
            .filter((row) => String(row[text]).includes(query.keyword ?? ''))
            .map((row) => ({ value: row[value], text: row[text], title: row[text] })),
        )
      case 'loadDictItem':
        if (name.split(',').length !== 3) return no('字典Code格式不正确！')
        return ok(
          (query.key ?? '')
            .split(',')
            .map((key) => rowsOf(table).find((row) => row[value] === key)?.[text] ?? key),
        )
      case 'loadTreeData':
        return ok(
          rowsOf(query.tableName ?? '')
            .filter((row) => row[query.pidField ?? ''] === query.pid)
            .map((row) => {
              const isLeaf = row[query.hasChildField ?? ''] !== '1'
              const [title, key] = [row[query.text ?? ''], row[query.code ?? '']]
              return { key, value: key, title, leaf: isLeaf, isLeaf, parentId: query.pid, children: null }
            }),
        )
      default:
        return null
    }
  }

  function system({ method, path, query }: ForeignCall): ForeignAnswer | null {
    switch (`${method} ${path}`) {
      case 'GET /sys/permission/getUserPermissionByToken':
        return ok(rights())
      case 'POST /sys/logout':
        return ok(null, '退出登录成功！')
      case 'GET /sys/annountCement/listByUser':
        return ok({ sysMsgList: [], sysMsgTotal: 0, anntMsgList: [], anntMsgTotal: 0 })
      case 'GET /sys/user/getCurrentUserDeparts':
        return ok({ list: [], orgCode: USER.orgCode })
      case 'GET /sys/user/queryUserComponentData':
        return ok({ records: [USER], total: 1 })
      case 'GET /sys/user/getMultiUser':
        // The one answer of the wire without an envelope.
        return { status: 200, body: [USER] }
      case 'GET /sys/duplicate/check': {
        const used = rowsOf(query.tableName ?? '').some(
          (row) => row[query.fieldName ?? ''] === query.fieldVal && row.id !== query.dataId,
        )
        return used ? no('该值不可用，系统中已存在！') : ok(null, '该值可用！')
      }
      default:
        return null
    }
  }

  function answer(call: ForeignCall): ForeignAnswer {
    const { method, path, body, token } = call
    if (path === '/sys/login' && method === 'POST') {
      const { username, password } = body as Row
      if (username !== FOREIGN_USER.username || password !== FOREIGN_USER.password)
        return no('用户名或密码错误')
      return ok({
        token: TOKEN,
        userInfo: USER,
        departs: [],
        multi_depart: 1,
        tenantList: [],
        sysAllDictItems: {},
      })
    }
    if (token !== TOKEN) return { status: 401, body: refusal('Token失效，请重新登录!', 401) }
    const found = path.startsWith('/online/cgform/api/')
      ? online(call)
      : path.startsWith('/sys/dict/')
        ? dictionaries(call)
        : system(call)
    return found ?? { status: 404, body: { status: 404, error: 'Not Found', message: '', path } }
  }

  return {
    answer,
    rows: rowsOf,
    /** Puts a record in, as a save would. */
    add(table: string, row: Row): string {
      const form = FORMS.find((one) => one.table === table)
      if (!form) throw new Error(`no table ${table}`)
      return String(insert(form, row).id)
    },
    token: TOKEN,
  }
}
