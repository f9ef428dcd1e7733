import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { ok, refused } from '#schemas/api/envelope.ts'
import { type EntriesBody, entriesBody, menuPages, savedKeys } from '#schemas/api/permission.ts'
import { rowErrorsShape } from '#schemas/api/record.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import type { Connections } from '../../database/connection.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import {
  contextOf,
  type FormWriter,
  lockTree,
  type OnlineFormParts,
  Refused,
  type Step,
  usableForm,
} from '../online-form/index.ts'
import { pagesForEntries } from './menu-pages.ts'
import { formsOfEntries } from './store.ts'

const FORM = 'sys_permission'
const BUTTON = 2

/**
 * Adds entries below one, behind those that stand there, in one transaction. Every entry is tried, so that the errors of all of
 * them are told together; with one error none is kept.
 */
async function addEntries(
  writer: Pick<FormWriter, 'together'>,
  form: CompiledForm,
  { parentId, confirmed = false, entries }: EntriesBody,
  context: ReturnType<typeof contextOf>,
): Promise<{ ids: string[]; errors: RowError[] }> {
  const ids: string[] = []
  const errors: RowError[] = []
  try {
    await writer.together(form.code, 'add', context, async ({ client, session, step, insert }) => {
      // A transaction that is begun again has added nothing.
      ids.length = 0
      errors.length = 0
      await lockTree(client, form, session.tenantId)
      const first = await placeBehind(client, step, parentId)
      for (const [row, entry] of entries.entries()) {
        const body: Row = { ...entry, menuType: 1, parentId, sortNo: first + row }
        try {
          ids.push(await insert(form, { ...body, urlConfirmed: confirmed ? 'Y' : 'N' }))
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          errors.push(...error.errors.map((one) => ({ ...one, row })))
        }
      }
      if (errors.length > 0) throw new Refused(errors)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  return { ids: errors.length > 0 ? [] : ids, errors }
}

/**
 * The first place behind all entries below one. Entries without a place stand behind those with one, so they get the places
 * in which they are shown.
 */
async function placeBehind(client: PoolClient, { records }: Step, parentId: string): Promise<number> {
  const { rows } = await client.query<{ type: number }>(
    'select menu_type as type from platform.sys_permission where id = $1 and del_flag = 0',
    [parentId],
  )
  const [parent] = rows
  if (!parent) throw badRequest('上级菜单不存在')
  if (parent.type === BUTTON) throw badRequest('按钮下不能再有下级')
  const { rows: siblings } = await client.query<{ id: string; place: number | null }>(
    `select id, sort_no::float8 as place from platform.sys_permission
     where parent_id = $1 and del_flag = 0 order by sort_no, name, id`,
    [parentId],
  )
  const last = siblings.reduce((most, { place }) => Math.max(most, Math.floor(place ?? 0)), 0)
  const unplaced = siblings.filter(({ place }) => place === null)
  await records.setEach(FORM, new Map(unplaced.map(({ id }, at) => [id, { sortNo: last + 1 + at }])))
  return last + 1 + unplaced.length
}

/** Calls for adding several entries of the menu at once. */
export function registerEntryBatch(
  app: FastifyInstance,
  { read, forms }: Pick<Connections, 'read'> & { forms: Pick<OnlineFormParts, 'documents' | 'writer'> },
): void {
  route(
    app,
    'GET',
    '/sys/permission/menuPages',
    { access: { action: 'list', form: FORM }, answer: menuPages },
    async () => {
      const { opened, everOpened } = await formsOfEntries(read)
      return ok(
        pagesForEntries(forms.documents, everOpened)
          .filter(({ code, isPart }) => opened.has(code) || !isPart)
          .map(({ code, title }) => ({ code, title, hasEntry: opened.has(code) })),
      )
    },
  )
  route(
    app,
    'POST',
    '/sys/permission/addBatch',
    { access: { action: 'add', form: FORM }, body: entriesBody, answer: savedKeys, refusal: rowErrorsShape },
    async (request) => {
      const { form } = usableForm(forms.documents, FORM)
      const { ids, errors } = await addEntries(forms.writer, form, request.body, contextOf(request))
      const [first] = errors
      return first
        ? refused(`有 ${errors.length} 处错误（行 ${(first.row ?? 0) + 1}）：${first.message}`, 422, {
            errors,
          })
        : ok(ids, `已添加 ${ids.length} 个下级菜单`)
    },
  )
}
