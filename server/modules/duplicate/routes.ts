import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { duplicateQuery } from '#schemas/api/duplicate.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { DeclaredLookups } from '../dict/declared-lookups.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource } from '../online-form/index.ts'

const FREE = '该值可用！'
const TAKEN = '该值不可用，系统中已存在！'

/**
 * Whether a value is taken. Only fields that a document declares unique, and that the caller may see: the answer tells
 * of other records, so it must not work as a search over any column.
 */
export function registerDuplicate(
  app: FastifyInstance,
  { documents, store, lookups }: { documents: Documents; store: RecordSource; lookups: DeclaredLookups },
): void {
  route(
    app,
    'GET',
    '/sys/duplicate/check',
    { access: 'signedIn', query: duplicateQuery, answer: nothing },
    async (request) => {
      const { session } = request
      const { tableName, fieldName, fieldVal = '', dataId = '' } = request.query
      const form = documents.resolve(tableName)
      if (!form) throw badRequest('表不存在')
      if (!lookups.mayUse(session, form)) throw forbidden()
      const view = formView(session, form)
      const field = form.fields.find((one) => one.name === fieldName)
      const indexed =
        view.table && [...view.table.unique.values()].some((columns) => columns.includes(fieldName))
      if (!field || !view.columns.has(fieldName) || !(field.property.unique || indexed))
        throw badRequest('字段不存在或未要求唯一')
      if (fieldVal === '') return ok(null, FREE)
      const found = await store.rows(
        view,
        session,
        [{ own: { field: fieldName, rule: 'eq', val: fieldVal } }],
        [],
        2,
      )
      return found.some((row) => row.id !== dataId) ? refused(TAKEN) : ok(null, FREE)
    },
  )
}
