import { rm } from 'node:fs/promises'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ok, refused } from '#schemas/api/envelope.ts'
import { uploadedFile } from '#schemas/api/file.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'
import { type Arrival, receive } from './arrival.ts'
import type { TakingField } from './field-takes.ts'
import { type Upload, UploadRefused } from './upload.ts'

/** What an upload is for where it does not say. */
const DEFAULT_PURPOSE = 'temp'
const MB = 1024 * 1024
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 500, fieldNameSize: 50 }
/** Fields that clients of this wire send along and that mean nothing here are passed over. */
interface Fields {
  biz?: string
  form?: string
  field?: string
}

export interface UploadRouteParts {
  upload: Upload
  documents: Pick<Documents, 'resolve'>
  /** Folder of arrivals. */
  folder: string
  /** Largest file in MB. */
  maxMb(): Promise<number>
}

/** Uploads, under the names that clients of this wire know. The answer's `message` is the path that a record keeps. */
export function registerUploads(
  app: FastifyInstance,
  { upload, documents, folder, maxMb }: UploadRouteParts,
): void {
  async function answer(request: FastifyRequest) {
    const largest = await maxMb()
    const { arrival, name, fields } = await readParts(request, folder, largest * MB)
    if (arrival === 'tooLarge') return refused(`文件大小超出${largest}MB限制, 请压缩或降低文件质量! `)
    if (arrival === null) throw badRequest('请求中没有文件')
    let field: TakingField | null
    try {
      field = fieldOf(documents, request.session, fields)
    } catch (error) {
      await rm(arrival.file, { force: true })
      throw error
    }
    try {
      const kept = await upload(request.session, arrival, {
        name,
        biz: fields.biz || DEFAULT_PURPOSE,
        field,
      })
      return ok(kept, kept.path)
    } catch (error) {
      if (error instanceof UploadRefused) return refused(error.message)
      throw error
    }
  }

  void app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, { limits: LIMITS, throwFileSizeLimit: false })
    for (const path of ['/sys/common/upload', '/sys/upload/uploadMinio'])
      route(uploads, 'POST', path, { access: 'signedIn', answer: uploadedFile }, answer)
  })
}

/** Reads the request to its end, so that the sender of a file that is too large gets the answer and no broken connection. */
async function readParts(request: FastifyRequest, folder: string, maxBytes: number) {
  const fields: Fields = {}
  let arrival: Arrival | 'tooLarge' | null = null
  let name = ''
  if (!request.isMultipart()) throw badRequest('请以 multipart/form-data 上传文件')
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname in FIELDS && typeof part.value === 'string')
          fields[part.fieldname as keyof Fields] = part.value
        continue
      }
      const arrived = await receive(part.file, folder)
      if (part.file.truncated) {
        await rm(arrived.file, { force: true })
        arrival = 'tooLarge'
      } else {
        arrival = arrived
        name = part.filename ?? ''
      }
    }
  } catch (error) {
    if (arrival !== null && arrival !== 'tooLarge') await rm(arrival.file, { force: true })
    throw error
  }
  return { arrival, name, fields }
}

const FIELDS: { readonly [K in keyof Required<Fields>]: true } = { biz: true, form: true, field: true }

/** The field that the file is for, where the sender names one: it must be one of theirs that takes files. */
function fieldOf(
  documents: Pick<Documents, 'resolve'>,
  session: Session,
  { form: code, field: name }: Fields,
): TakingField | null {
  if (!code || !name) return null
  const form = documents.resolve(code)
  if (!form) throw badRequest('表单不存在')
  const field = formView(session, form).fields.find((one) => one.name === name)
  if (!field || traitsOf(field.view).files === undefined) throw badRequest('该字段不能上传文件')
  if (!may(session, 'change', { form, column: name }).allowed) throw forbidden()
  return field
}
