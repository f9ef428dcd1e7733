import { rm } from 'node:fs/promises'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '#schemas/api/file.ts'
import { badRequest } from '../../errors.ts'
import { type Arrival, receive } from './arrival.ts'
import type { TakingField } from './field-takes.ts'
import { type Upload, UploadRefused } from './upload.ts'

const MB = 1024 * 1024
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 500, fieldNameSize: 50 }

/** Fields beside the file; others that clients of this wire send along mean nothing here and are passed over. */
export interface SentFields {
  biz?: string
  form?: string
  field?: string
}

const FIELDS: { readonly [K in keyof Required<SentFields>]: true } = { biz: true, form: true, field: true }

export interface SentFileParts {
  upload: Upload
  /** Folder of arrivals. */
  folder: string
  /** Largest file in MB. */
  maxMb(): Promise<number>
}

/** What a file is for. */
export interface Purpose {
  biz: string
  field: TakingField | null
}

/** Declares routes whose bodies are forms with a file. */
export function withFiles(app: FastifyInstance, declare: (uploads: FastifyInstance) => void): void {
  void app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, { limits: LIMITS, throwFileSizeLimit: false })
    declare(uploads)
  })
}

/** Keeps the file of a request, for what its fields say it is for; a sentence where it is refused. */
export async function keepSentFile(
  request: FastifyRequest,
  { upload, folder, maxMb }: SentFileParts,
  purposeOf: (fields: SentFields) => Purpose,
): Promise<UploadedFile | string> {
  const largest = await maxMb()
  const { arrival, name, fields } = await readParts(request, folder, largest * MB)
  if (arrival === 'tooLarge') return `文件大小超出${largest}MB限制, 请压缩或降低文件质量! `
  if (arrival === null) throw badRequest('请求中没有文件')
  let purpose: Purpose
  try {
    purpose = purposeOf(fields)
  } catch (error) {
    await rm(arrival.file, { force: true })
    throw error
  }
  try {
    return await upload(request.session, arrival, { name, ...purpose })
  } catch (error) {
    if (error instanceof UploadRefused) return error.message
    throw error
  }
}

/** Reads the request to its end, so that the sender of a file that is too large gets the answer and no broken connection. */
async function readParts(request: FastifyRequest, folder: string, maxBytes: number) {
  const fields: SentFields = {}
  let arrival: Arrival | 'tooLarge' | null = null
  let name = ''
  if (!request.isMultipart()) throw badRequest('请以 multipart/form-data 上传文件')
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname in FIELDS && typeof part.value === 'string')
          fields[part.fieldname as keyof SentFields] = part.value
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
    throw isMalformed(error) ? badRequest('上传的内容不完整或格式不正确') : error
  }
  return { arrival, name, fields }
}

/** What the parser says of a body that is no sound form: a bare error. Those of this program and of the system have a code. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}
