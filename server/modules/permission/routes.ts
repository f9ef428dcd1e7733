import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  duplicatePathQuery,
  permissionEntries,
  permissionEntriesBelow,
  permissionIdQuery,
  permissionRuleQuery,
  permissionTreeOfEntries,
  ruleColumns,
  ruleIdQuery,
  submenuBatchQuery,
  submenuQuery,
  treeLevelQuery,
} from '#schemas/api/permission.ts'
import { recordBody } from '#schemas/api/question.ts'
import { recordList, removedCount, rowErrorsShape, savedKey } from '#schemas/api/record.ts'
import type { Connections } from '../../database/connection.ts'
import { badRequest, notFound } from '../../errors.ts'
import { nested } from '../../forest.ts'
import { route } from '../../http/route.ts'
import type { Session } from '../../permission/session.ts'
import {
  contextOf,
  formView,
  type OnlineFormParts,
  removed,
  rowOf,
  saved,
  update,
  usableForm,
} from '../online-form/index.ts'
import { columnsOf } from './data-rule-rules.ts'
import { registerEntryBatch } from './entry-batch.ts'
import { entryAt } from './permission-rules.ts'
import { entriesOf, formOfEntry } from './store.ts'

export interface PermissionRouteParts extends Pick<Connections, 'read' | 'readPool'> {
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'store'>
}

const RULE = 'sys_permission_data_rule'
const access = (action: 'list' | 'add' | 'edit' | 'delete') => ({
  access: { action, form: 'sys_permission' },
})
const LIST = access('list')
/** What may be the key of an entry. */
const isKey = (id: string) => /^[\w-]{1,36}$/.test(id)
/** More than any menu has open at once. */
const MAX_PARENTS = 1000
const MAX_RULES = 1000

/** Calls for those who keep the menu, as the wire spells them; entries and rules themselves are documents. */
export function registerPermission(
  app: FastifyInstance,
  { read, readPool, forms }: PermissionRouteParts,
): void {
  const ruleForm = () => usableForm(forms.documents, RULE).form

  route(
    app,
    'GET',
    '/sys/permission/list',
    { ...LIST, answer: permissionTreeOfEntries, asBuilt: true },
    async () => ok(nested(await entriesOf(read, 'all'))),
  )
  route(app, 'GET', '/sys/permission/getSystemMenuList', { ...LIST, answer: permissionEntries }, async () =>
    ok(await entriesOf(read, 'roots')),
  )
  route(
    app,
    'GET',
    '/sys/permission/getSystemSubmenu',
    { ...LIST, query: submenuQuery, answer: permissionEntries },
    async ({ query }) => ok(await entriesOf(read, { below: [query.parentId] })),
  )
  // One level of the tree: the topmost where no entry is named.
  route(
    app,
    'GET',
    '/sys/permission/queryListAsync',
    { ...LIST, query: treeLevelQuery, answer: permissionEntries },
    async ({ query: { pid } }) => ok(await entriesOf(read, pid ? { below: [pid] } : 'roots')),
  )
  route(
    app,
    'GET',
    '/sys/permission/getSystemSubmenuBatch',
    { ...LIST, query: submenuBatchQuery, answer: permissionEntriesBelow },
    async ({ query }) => {
      const parents = query.parentIds.split(',').filter(isKey)
      if (parents.length === 0 || parents.length > MAX_PARENTS) throw badRequest('参数不识别！')
      const entries = await entriesOf(read, { below: parents })
      return ok(
        Object.fromEntries(parents.map((id) => [id, entries.filter(({ parentId }) => parentId === id)])),
      )
    },
  )
  route(
    app,
    'GET',
    '/sys/permission/checkPermDuplication',
    { ...LIST, query: duplicatePathQuery, answer: nothing },
    async ({ query: { id = '', url = '' } }) => {
      const taken = url.trim() === '' ? null : await entryAt(readPool, url.trim(), id)
      return taken === null ? ok(null) : refused(`菜单路径已被“${taken}”使用`)
    },
  )

  registerEntryBatch(app, { read, forms })

  const rulesOf = (session: Session, permissionId: string) =>
    forms.store.rows(
      formView(session, ruleForm()),
      session,
      [{ own: { field: 'permissionId', rule: 'eq', val: permissionId } }],
      [{ field: 'ruleName', descending: false }],
      MAX_RULES,
    )
  route(
    app,
    'GET',
    '/sys/permission/getPermRuleListByPermId',
    { ...LIST, query: permissionIdQuery, answer: recordList },
    async ({ session, query }) => ok(await rulesOf(session, query.permissionId)),
  )
  route(
    app,
    'GET',
    '/sys/permission/queryPermissionRule',
    { ...LIST, query: permissionRuleQuery, answer: recordList },
    async ({ session, query: { permissionId, ruleName = '', ruleValue = '' } }) =>
      ok(
        (await rulesOf(session, permissionId)).filter(
          (rule) =>
            String(rule.ruleName).includes(ruleName.trim()) &&
            String(rule.ruleValue ?? '').includes(ruleValue.trim()),
        ),
      ),
  )
  route(
    app,
    'GET',
    '/sys/permission/ruleColumns',
    { ...LIST, query: permissionIdQuery, answer: ruleColumns },
    async ({ query }) => {
      const code = await formOfEntry(read, query.permissionId)
      if (code === undefined) throw notFound()
      const form = code ? forms.documents.resolve(code) : null
      return form ? ok(columnsOf(form)) : refused('该菜单没有对应的表单，不能设置数据规则')
    },
  )

  const SAVE = { answer: savedKey, refusal: rowErrorsShape }
  route(
    app,
    'POST',
    '/sys/permission/addPermissionRule',
    { ...access('add'), body: recordBody, ...SAVE },
    async (request) => {
      const form = ruleForm()
      const answer = await forms.writer.insert(form, rowOf(request.body), contextOf(request))
      return saved(form, answer, '添加成功！')
    },
  )
  route(
    app,
    ['PUT', 'POST'],
    '/sys/permission/editPermissionRule',
    { ...access('edit'), body: recordBody, ...SAVE },
    async (request) => {
      const form = ruleForm()
      return saved(form, await update(forms, form, rowOf(request.body), contextOf(request)), '修改成功!')
    },
  )
  route(
    app,
    'DELETE',
    '/sys/permission/deletePermissionRule',
    { ...access('delete'), query: ruleIdQuery, answer: removedCount },
    async (request) => removed(await forms.writer.remove(ruleForm(), [request.query.id], contextOf(request))),
  )
}
