import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Done, ok, pageOf, type Refused } from '#schemas/api/envelope.ts'
import type { RowErrors } from '#schemas/api/errors.ts'
import { listQuery, recordBody, recordKeysQuery, recordQuery } from '#schemas/api/question.ts'
import { recordPage, recordShape, removedCount, rowErrorsShape, savedKey } from '#schemas/api/record.ts'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../../errors.ts'
import { route } from '../../../http/route.ts'
import type { SaveAnswer } from '../write/writer.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { contextOf, offered, removed, rowOf, saved, update, usableForm } from './record-calls.ts'

/** What stands behind the calls below one address. */
export interface WireTable {
  /** Code of the document whose records they are. */
  document: string
  /** False where `<path>/list` is a call of its module, because others than those with the right to the document use it. */
  list?: false
  /** Further names under which the wire's clients ask for the list. */
  listsToo?: readonly string[]
  /** False where `<path>/delete` is a call of its module, because it answers otherwise. */
  delete?: false
  /** False where `<path>/deleteBatch` is a call of its module. */
  deleteBatch?: false
  /** Present where the wire's rows are others than the document's; `add` and `edit` then answer the whole record. */
  rows?: WireRows
  /** What is said after a save, where the wire has words of its own. */
  said?: { add: string; edit: string }
}

const SAID = { add: '添加成功！', edit: '修改成功!' }

/** Rows as the wire has them. */
export interface WireRows {
  /** Shapes of what `add` and `edit` take. */
  add: TSchema
  edit: TSchema
  /** A row that came, as the document has it. */
  given(row: Row): Row
  /** A row of the document, as it is answered. */
  told(row: Row): Row
}

/**
 * The wire's calls for one entity, `<path>/list`, `add`, `edit` and so on: other names for the calls of its document, with
 * the document's rights, checks, texts and log.
 */
export function wireRoutes(
  app: FastifyInstance,
  path: string,
  { document, list, listsToo = [], delete: removes, deleteBatch, rows, said = SAID }: WireTable,
  {
    documents,
    reader,
    writer,
    exports,
    imports,
  }: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports'>,
): void {
  const formOf = () => usableForm(documents, document).form
  const access = (action: 'list' | 'add' | 'edit' | 'delete') => ({ access: { action, form: document } })
  const body = (shape: TSchema | undefined) => ({ body: shape ?? recordBody })
  const answer = rows ? recordShape : savedKey
  const told = (row: Row) => (rows ? rows.told(row) : row)
  const given = (request: FastifyRequest) => {
    const row = rowOf(request.body)
    return rows ? rows.given(row) : row
  }

  /** Answer of a save: the key, or the record where the wire's rows are others. */
  async function answered(
    request: FastifyRequest,
    answer: SaveAnswer,
    message: string,
  ): Promise<Done<Row | string> | Refused<RowErrors>> {
    const form = formOf()
    return rows && answer.saved
      ? ok(told(await reader.record(form, request.session, answer.id)), message)
      : saved(form, answer, message)
  }

  for (const name of [...(list === false ? [] : ['list']), ...listsToo])
    route(
      app,
      'GET',
      `${path}/${name}`,
      { ...access('list'), query: listQuery, answer: recordPage },
      async (request) => {
        const { records, total, pageNo, pageSize } = await reader.list(
          formOf(),
          request.session,
          request.query,
        )
        return ok(pageOf(records.map(told), total, pageNo, pageSize))
      },
    )

  route(
    app,
    'GET',
    `${path}/queryById`,
    { ...access('list'), query: recordQuery, answer: recordShape },
    async (request) => ok(told(await reader.record(formOf(), request.session, textOf(request.query.id)))),
  )

  route(
    app,
    'POST',
    `${path}/add`,
    { ...access('add'), ...body(rows?.add), answer, refusal: rowErrorsShape },
    async (request) => {
      const form = offered(formOf(), 'add')
      return answered(request, await writer.insert(form, given(request), contextOf(request)), said.add)
    },
  )

  exports(app, path, document)
  imports(app, path, document)

  // Older clients change records with POST.
  route(
    app,
    ['PUT', 'POST'],
    `${path}/edit`,
    { ...access('edit'), ...body(rows?.edit), answer, refusal: rowErrorsShape },
    async (request) => {
      const form = offered(formOf(), 'edit')
      const saving = update({ reader, writer }, form, given(request), contextOf(request))
      return answered(request, await saving, said.edit)
    },
  )

  const DELETE = { ...access('delete'), answer: removedCount }
  const remove = async (request: FastifyRequest, ids: readonly string[]) =>
    removed(await writer.remove(offered(formOf(), 'delete'), ids, contextOf(request)))
  if (removes !== false)
    route(app, 'DELETE', `${path}/delete`, { ...DELETE, query: recordQuery }, (request) =>
      remove(request, [textOf(request.query.id)]),
    )
  if (deleteBatch !== false)
    route(app, 'DELETE', `${path}/deleteBatch`, { ...DELETE, query: recordKeysQuery }, (request) =>
      remove(request, textOf(request.query.ids).split(',')),
    )
}

function textOf(value: string): string {
  if (value === '') throw badRequest('参数不识别！')
  return value
}
