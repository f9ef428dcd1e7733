import type { FastifyInstance } from 'fastify'
import { offeredParams } from '#schemas/api/dict.ts'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordPage } from '#schemas/api/record.ts'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import type { Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import { type FormReader, formView, usableForm } from '../online-form/index.ts'
import type { DeclaredLookups } from './declared-lookups.ts'

/** What pickers with a table ask: the rows behind a field, with the columns that its kind shows, to whom may use the field. */
export function registerOfferedRows(
  app: FastifyInstance,
  { documents, reader, lookups }: { documents: Documents; reader: FormReader; lookups: DeclaredLookups },
): void {
  route(
    app,
    'GET',
    '/online/offered/:form/:field',
    { access: 'signedIn', params: offeredParams, query: listQuery, answer: recordPage },
    async ({ session, params, query }) => {
      const { form } = usableForm(documents, params.form)
      const field = form.fields.find(({ name }) => name === params.field)
      if (!field) throw notFound()
      if (!lookups.mayUseField(session, form, field.name)) throw forbidden()
      const { offers } = traitsOf(field.view)
      const source = choiceSource(field)
      if (!offers || !source || !('table' in source)) throw badRequest('该字段没有可选的列表')
      const table = usableForm(documents, source.table.table).form
      const shown = new Set(['id', ...Object.values(offers)])
      const hidden = [...formView(session, table).all.keys()].filter((name) => !shown.has(name))
      const page = await reader.list(table, session, query, { hidden })
      return ok(
        pageOf(
          page.records.map((row) => offeredRow(row, offers)),
          page.total,
          page.pageNo,
          page.pageSize,
        ),
      )
    },
  )
}

/** A row under the names that pickers know its columns by. */
function offeredRow(row: Readonly<Row>, offers: Readonly<Record<string, string>>): Row {
  const offered: Row = { id: row.id ?? null }
  for (const [name, column] of Object.entries(offers)) {
    offered[name] = row[column] ?? null
    const text = row[`${column}_dictText`]
    if (text !== undefined) offered[`${name}_dictText`] = text
  }
  return offered
}
