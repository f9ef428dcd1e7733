import type { FastifyInstance } from 'fastify'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import type { FileDescription } from '#schemas/api/file.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordPage, rowErrorsShape, savedKey } from '#schemas/api/record.ts'
import type { Row } from '#schemas/compile/model.ts'
import { route } from '../../http/route.ts'
import { contextOf, type OnlineFormParts, saved, usableForm, wireRoutes } from '../online-form/index.ts'
import { keepSentFile, type SentFileParts, withFiles } from './sent-file.ts'

const FORM = 'oss_file'
const BASE = '/sys/oss/file'
/** First part of the paths of its files. */
const PURPOSE = 'oss'

/** The wire's calls for the file list: `list` answers addresses that a browser opens, `upload` keeps a file and lists it at once. */
export function registerOssFiles(
  app: FastifyInstance,
  files: SentFileParts,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports'>,
): void {
  wireRoutes(app, BASE, { document: FORM, list: false }, forms)

  route(
    app,
    'GET',
    `${BASE}/list`,
    { access: { action: 'list', form: FORM }, query: listQuery, answer: recordPage },
    async ({ session, query }) => {
      const { form } = usableForm(forms.documents, FORM)
      const { records, total, pageNo, pageSize } = await forms.reader.list(form, session, query)
      return ok(pageOf(records.map(withAddress), total, pageNo, pageSize))
    },
  )

  withFiles(app, (uploads) =>
    route(
      uploads,
      'POST',
      `${BASE}/upload`,
      { access: { action: 'add', form: FORM }, answer: savedKey, refusal: rowErrorsShape },
      async (request) => {
        const { form } = usableForm(forms.documents, FORM)
        const kept = await keepSentFile(request, files, () => ({ biz: PURPOSE, field: null }))
        if (typeof kept === 'string') return refused(kept)
        const row = { fileName: kept.name, url: kept.path }
        return saved(form, await forms.writer.insert(form, row, contextOf(request)), '上传成功！')
      },
    ),
  )
}

/** The document keeps the path of a file; other clients open what `url` says. */
function withAddress(row: Row): Row {
  const files = (row._files ?? {}) as Readonly<Record<string, FileDescription>>
  const path = String(row.url ?? '')
  return Object.hasOwn(files, path) ? { ...row, url: files[path]?.url } : row
}
