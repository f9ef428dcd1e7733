import { rm } from 'node:fs/promises'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Done, ok, type Refused, refused } from '#schemas/api/envelope.ts'
import { type ImportResult, importResult } from '#schemas/api/import.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { AppError, badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { receive } from '../file/arrival.ts'
import { contextOf, type OnlineFormParts, offered, usableForm } from '../online-form/index.ts'
import type { ImportedTable, Importer, ImportOptions, SentTable } from './importer.ts'

const MB = 1024 * 1024
const LIMITS = { files: 10, fields: 20, parts: 30, fieldSize: 5000, fieldNameSize: 100 }
/** What is said of a request with more than these. */
const TOO_MANY: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: `一次最多上传 ${LIMITS.files} 个文件，请分次上传`,
  FST_FIELDS_LIMIT: '请求的参数过多',
  FST_PARTS_LIMIT: '请求的文件或参数过多，请分次上传',
}
/** Code of an answer that some lines were refused in. */
const PARTLY = 201
/** Mistakes that an answer spells out; the file has them all. */
const MOST_TOLD = 200
/** Of them in the sentence for older clients. */
const MOST_IN_MESSAGE = 20

export interface ImportParts {
  documents: OnlineFormParts['documents']
  importer: Importer
  /** Folder of arrivals. */
  folder: string
  /** Largest file in MB. */
  maxMb(): Promise<number>
  /** Base of the wire, which addresses of files begin with. */
  apiBase: string
  say(sentence: string): string
}

/** The call that takes files of rows in, as new records of an online form. */
export function registerImports(app: FastifyInstance, parts: ImportParts): void {
  withImports(app, (uploads) =>
    route(
      uploads,
      'POST',
      '/online/cgform/api/importXls/:code',
      { access: { action: 'import' }, answer: importResult },
      (request) => answer(parts, usableForm(parts.documents, request.params.code).form, request),
    ),
  )
}

/** The wire's name of the same call for the entity below a path: see `OnlineFormParts.imports`. */
export function entityImports(parts: ImportParts): OnlineFormParts['imports'] {
  return (app, path, document) =>
    withImports(app, (uploads) =>
      route(
        uploads,
        'POST',
        `${path}/importExcel`,
        { access: { action: 'import', form: document }, answer: importResult },
        (request) => answer(parts, offered(usableForm(parts.documents, document).form, 'add'), request),
      ),
    )
}

/** Declares calls that take files. */
export function withImports(app: FastifyInstance, declare: (uploads: FastifyInstance) => void): void {
  void app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, { limits: LIMITS, throwFileSizeLimit: false })
    declare(uploads)
  })
}

/** A file and what came of it: a file that is refused as a whole does not keep the others from being taken in. */
type Outcome = { name: string } & ({ taken: ImportedTable } | { refusal: AppError })

/** Takes the files in one after the other, each in an operation of its own. */
async function answer(
  parts: ImportParts,
  form: CompiledForm,
  request: FastifyRequest,
): Promise<Done<ImportResult> | Refused<null>> {
  const { say } = parts
  const { files, fields } = await sentFiles(request, parts)
  try {
    if (files.length === 0) throw badRequest('请求中没有文件')
    const options = optionsOf(fields)
    const outcomes: Outcome[] = []
    for (const [at, file] of files.entries())
      outcomes.push(
        await parts
          .importer(form, file, keyedContext(request, at), options)
          .then((taken) => ({ name: file.name, taken }))
          .catch((error: unknown) => ({ name: file.name, refusal: refusalOf(error) })),
      )
    return told(parts, outcomes)
  } catch (error) {
    // A wrong file is nothing unusual: its sender reads why.
    if (error instanceof AppError && error.refusal === 'BAD_REQUEST')
      return refused(`${say('文件导入失败')}:${say(error.message)}`)
    throw error
  } finally {
    for (const { file } of files) await rm(file, { force: true })
  }
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && (error.refusal === 'BAD_REQUEST' || error.refusal === 'FORBIDDEN'))
    return error
  throw error
}

/** A repeat of the request is answered as the first; its files have keys of their own. */
function keyedContext(request: FastifyRequest, at: number) {
  const context = contextOf(request)
  const { idempotencyKey } = context
  return idempotencyKey === undefined || at === 0
    ? context
    : { ...context, idempotencyKey: `${idempotencyKey}-${at}` }
}

function told({ apiBase, say }: ImportParts, outcomes: readonly Outcome[]): Done<ImportResult> {
  const taken = outcomes.flatMap((one) => ('taken' in one ? [{ name: one.name, ...one.taken }] : []))
  const refusals = outcomes.flatMap((one) => ('refusal' in one ? [one] : []))
  if (taken.length === 0 && refusals[0]) throw refusals[0].refusal
  const isOne = outcomes.length === 1
  const totalCount = taken.reduce((sum, { total }) => sum + total, 0)
  const mistakes = taken.flatMap(({ name, mistakes: own }) =>
    isOne ? own : own.map((mistake) => ({ ...mistake, file: name })),
  )
  const failed = refusals.map(({ name, refusal }) => ({ name, message: say(refusal.message) }))
  const rests = taken.flatMap(({ rest }) => rest ?? [])
  const [rest] = rests
  const result: ImportResult = {
    totalCount,
    errorCount: mistakes.length,
    successCount: totalCount - mistakes.length,
    msg: [
      ...failed.map(({ name, message }) => `${name}：${message}`),
      ...mistakes
        .slice(0, MOST_IN_MESSAGE)
        .map(
          ({ line, message, sheet, file }) =>
            (file ? `${file}：` : '') +
            say(
              sheet === undefined
                ? `第 ${line} 行：${message}，忽略导入。`
                : `工作表“${sheet}”第 ${line} 行：${message}，忽略导入。`,
            ),
        ),
    ].join('\n'),
    ...(rest ? { fileUrl: rest.url.slice(apiBase.length), fileName: rest.name, file: rest } : {}),
    ...(isOne ? {} : { files: rests, failed }),
    mistakes: mistakes.slice(0, MOST_TOLD),
  }
  return mistakes.length > 0 || failed.length > 0
    ? ok(result, '文件导入成功，但有错误。', PARTLY)
    : ok(result, `文件导入成功！数据行数：${totalCount}`)
}

/** The files of a request, whatever their parts are called, and its fields. */
export async function sentFiles(
  request: FastifyRequest,
  { folder, maxMb }: Pick<ImportParts, 'folder' | 'maxMb'>,
): Promise<{ files: SentTable[]; fields: Record<string, string | undefined> }> {
  if (!request.isMultipart()) throw badRequest('请以 multipart/form-data 上传文件')
  const largest = await maxMb()
  const files: SentTable[] = []
  const fields: Record<string, string | undefined> = {}
  try {
    for await (const part of request.parts({ limits: { fileSize: largest * MB } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      const { file } = await receive(part.file, folder)
      files.push({ file, name: part.filename ?? '' })
      if (part.file.truncated) throw badRequest(`文件大小超出${largest}MB限制`)
    }
    return { files, fields }
  } catch (error) {
    for (const { file } of files) await rm(file, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    const limit = code === null ? undefined : TOO_MANY[code]
    if (limit !== undefined) throw badRequest(limit)
    throw error instanceof AppError || code !== null ? error : badRequest('上传的内容不完整或格式不正确')
  }
}

/** `validateStatus`: 1 judges each row for itself and keeps the good ones; 0 does not sort rows out, so that a file is taken in whole or not at all. `isSingleTableImport`: 1 leaves rows of sub tables out. */
function optionsOf({
  foreignKeys,
  isSingleTableImport = '',
  validateStatus = '',
}: Record<string, string | undefined>): ImportOptions {
  if (!/^[01]?$/.test(validateStatus)) throw badRequest('参数 validateStatus 只能是 0 或 1')
  if (!/^([01]|true|false)?$/.test(isSingleTableImport))
    throw badRequest('参数 isSingleTableImport 只能是 0 或 1')
  return {
    foreignKeys: foreignKeysOf(foreignKeys),
    together: validateStatus === '0',
    mainOnly: isSingleTableImport === '1' || isSingleTableImport === 'true',
  }
}

/** Values of the fields that tie the rows to a main record, as JSON. */
function foreignKeysOf(text: string | undefined): Row {
  if (text === undefined || text === '') return {}
  try {
    const keys: unknown = JSON.parse(text)
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) return keys as Row
  } catch {
    // Said below.
  }
  throw badRequest('参数格式不正确')
}
