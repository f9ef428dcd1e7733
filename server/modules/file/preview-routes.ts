import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { previewQuery } from '#schemas/api/file.ts'
import { isLanguage } from '#schemas/text/text.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { AnswerTexts } from '../../http/answer-language.ts'
import { hasPreview, PDF } from './content-type.ts'
import { type FileAddresses, PREVIEW, type Signature, STATIC } from './file-address.ts'
import type { FileStore } from './file-store.ts'
import { pdfPage, textPage } from './preview-page.ts'
import type { ReadableFiles } from './readable-files.ts'

/** As much of a text as is shown (bytes). */
const MAX_TEXT = 1024 * 1024
/** Frames of our own pages only; viewers of PDFs do not work in a sandbox, so the page has no script instead. */
const FRAMED =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
const PDF_PAGE = `${FRAMED}; object-src 'self'; frame-src 'self'`
const TEXT_PAGE = `${FRAMED}; sandbox`

export interface PreviewRouteParts {
  readable: Pick<ReadableFiles, 'find'>
  store: Pick<FileStore, 'get'>
  addresses: Pick<FileAddresses, 'of'>
  texts: Pick<AnswerTexts, 'say'>
}

/** A page that shows a PDF or a text that the caller may read. */
export function registerPreview(
  app: FastifyInstance,
  { readable, store, addresses, texts }: PreviewRouteParts,
): void {
  app.get<{ Querystring: Static<typeof previewQuery> }>(
    PREVIEW,
    { config: { access: 'public' }, schema: { querystring: previewQuery } },
    async (request, reply) => {
      const { url, lang } = request.query
      const { path, ...signature } = namedBy(url)
      const say = (sentence: string) => (isLanguage(lang) ? texts.say(lang, sentence) : sentence)
      const { name, type, size } = await readable.find(request, path, signature)
      if (!hasPreview(type)) throw badRequest('该类型的文件不能预览，请下载后查看')
      void reply.type('text/html; charset=utf-8')
      if (type === PDF)
        return reply.header('Content-Security-Policy', PDF_PAGE).send(pdfPage(name, addresses.of(path), say))
      const isWhole = size <= MAX_TEXT
      const bytes = size === 0 ? null : await store.get(path, { from: 0, to: Math.min(size, MAX_TEXT) - 1 })
      if (!bytes && size > 0) throw notFound('文件不存在')
      const text = bytes ? decoded(await buffer(bytes)) : ''
      return reply.header('Content-Security-Policy', TEXT_PAGE).send(textPage(name, text, isWhole, say))
    },
  )
}

/** A path as records keep it, or the address of a file of ours, on whatever host the caller knows this server. */
function namedBy(url: string): { path: string } & Signature {
  const start = url.indexOf(`${STATIC}/`)
  if (start === -1) return { path: url }
  const [path = '', query = ''] = url.slice(start + STATIC.length + 1).split('?')
  const parameters = new URLSearchParams(query)
  return {
    path,
    until: parameters.get('until') ?? undefined,
    sign: parameters.get('sign') ?? undefined,
  }
}

/** UTF-8 where it is that, else the encoding of older Chinese systems. The last character may be cut. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
