import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ok, refused } from '#schemas/api/envelope.ts'
import { uploadAnswer } from '#schemas/api/file.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'
import type { TakingField } from './field-takes.ts'
import { keepSentFile, type SentFields, type SentFileParts, withFiles } from './sent-file.ts'

/** What an upload is for where it does not say. */
const DEFAULT_PURPOSE = 'temp'

export interface UploadRouteParts extends SentFileParts {
  documents: Pick<Documents, 'resolve'>
}

/** Uploads, under the names that clients of this wire know. The answer's `message` is the path that a record keeps. */
export function registerUploads(app: FastifyInstance, parts: UploadRouteParts): void {
  async function answer(request: FastifyRequest) {
    const kept = await keepSentFile(request, parts, (fields) => ({
      biz: fields.biz || DEFAULT_PURPOSE,
      field: fieldOf(parts.documents, request.session, fields),
    }))
    if (typeof kept === 'string') return refused(kept)
    return ok({ ...kept, fileName: kept.name, fileUrl: kept.url, msg: '上传成功！' }, kept.path)
  }

  withFiles(app, (uploads) => {
    for (const path of ['/sys/common/upload', '/sys/upload/uploadMinio'])
      route(uploads, 'POST', path, { access: 'signedIn', answer: uploadAnswer }, answer)
  })
}

/** The field that the file is for, where the sender names one: it must be one of theirs that takes files. */
function fieldOf(
  documents: Pick<Documents, 'resolve'>,
  session: Session,
  { form: code, field: name }: SentFields,
): TakingField | null {
  if (!code || !name) return null
  const form = documents.resolve(code)
  if (!form) throw badRequest('表单不存在')
  const field = formView(session, form).fields.find((one) => one.name === name)
  if (!field || traitsOf(field.view).files === undefined) throw badRequest('该字段不能上传文件')
  if (!may(session, 'change', { form, column: name }).allowed) throw forbidden()
  return field
}
