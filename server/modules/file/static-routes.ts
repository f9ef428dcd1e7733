import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { staticQuery } from '#schemas/api/file.ts'
import { notFound } from '../../errors.ts'
import { isPicture, PDF, TEXT } from './content-type.ts'
import { type FileAddresses, STATIC } from './file-address.ts'
import { fileHeaders } from './file-headers.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import type { StoredFile } from './files.ts'
import type { ReadableFiles } from './readable-files.ts'
import { thumbOf } from './thumb-path.ts'

export interface StaticRouteParts {
  readable: Pick<ReadableFiles, 'find'>
  store: Pick<FileStore, 'get'>
  addresses: Pick<FileAddresses, 'keptSeconds'>
}

/** The same for a PDF in a frame of our own pages: viewers of browsers do not work in a sandbox, and run nothing of it as ours. */
const SHOWN_PDF = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Files under their paths. What the caller may not read is not there. */
export function registerStatic(app: FastifyInstance, { readable, store, addresses }: StaticRouteParts): void {
  app.get<{ Params: { '*': string }; Querystring: Static<typeof staticQuery> }>(
    `${STATIC}/*`,
    { config: { access: 'public' }, schema: { querystring: staticQuery } },
    async (request, reply) => {
      const path = request.params['*']
      const { thumb, download, inline } = request.query
      const file = await readable.find(request, path, request.query)
      const small = thumb !== undefined && file.thumb
      // What lies under a path never changes.
      const tag = `"${file.id}${small ? '-small' : ''}"`
      void reply.header('ETag', tag).header('Cache-Control', `private, max-age=${addresses.keptSeconds}`)
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      const isAnother = (request.headers['if-range'] ?? tag) !== tag
      const range = small || isAnother ? null : rangeOf(request.headers.range, file.size)
      if (range === 'none') return reply.code(416).header('Content-Range', `bytes */${file.size}`).send()
      const bytes = await store.get(small ? thumbOf(path) : path, range ?? undefined)
      if (!bytes) throw notFound('文件不存在')
      head(reply, file, { small, download: download !== undefined, inline: inline !== undefined })
      if (range)
        void reply
          .code(206)
          .header('Content-Range', `bytes ${range.from}-${range.to}/${file.size}`)
          .header('Content-Length', range.to - range.from + 1)
      else if (!small) void reply.header('Content-Length', file.size)
      return reply.send(bytes)
    },
  )
}

function head(
  reply: FastifyReply,
  { type, name }: StoredFile,
  { small, download, inline }: { small: boolean; download: boolean; inline: boolean },
): void {
  const isShownPdf = inline && !download && type === PDF
  const shown = isShownPdf || ((small || isPicture(type)) && !download)
  void reply
    .type(small ? 'image/webp' : type === TEXT ? `${TEXT}; charset=utf-8` : type)
    .headers(fileHeaders(name, shown ? 'inline' : 'attachment'))
    .header('Accept-Ranges', small ? 'none' : 'bytes')
  if (isShownPdf) void reply.header('Content-Security-Policy', SHOWN_PDF)
}

/** The one part that is asked for; null for all of it, `none` where there is no such part. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to && from < size ? { from, to } : 'none'
}
