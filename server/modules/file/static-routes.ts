import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { staticQuery } from '#schemas/api/file.ts'
import { notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { isPicture } from './content-type.ts'
import { type FileAddresses, STATIC } from './file-address.ts'
import type { FileRights } from './file-rights.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import type { Files, StoredFile } from './files.ts'
import { isFilePath } from './named-files.ts'
import { thumbOf } from './thumb-path.ts'

export interface StaticRouteParts {
  files: Pick<Files, 'find'>
  store: FileStore
  rights: FileRights
  addresses: Pick<FileAddresses, 'isSigned' | 'keptSeconds'>
  /** The caller, in the tenant that the call names; null for nobody. */
  sessionOf(request: FastifyRequest): Promise<Session | null>
}

/** No page may run what is in a file, whatever it is. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Files under their paths. What the caller may not read is not there. */
export function registerStatic(
  app: FastifyInstance,
  { files, store, rights, addresses, sessionOf }: StaticRouteParts,
): void {
  async function readable(request: FastifyRequest, path: string): Promise<StoredFile> {
    const { until = '', sign = '' } = request.query as { until?: string; sign?: string }
    const file = isFilePath(path) ? await files.find(path) : null
    if (!file) throw notFound('文件不存在')
    if (sign !== '' && addresses.isSigned(path, until, sign)) return file
    const session = await sessionOf(request)
    if (session && (await rights.mayRead(session, file))) return file
    if (await rights.isPublic(file)) return file
    throw notFound('文件不存在')
  }

  app.get<{ Params: { '*': string }; Querystring: { thumb?: string; download?: string } }>(
    `${STATIC}/*`,
    { config: { access: 'public' }, schema: { querystring: staticQuery } },
    async (request, reply) => {
      const path = request.params['*']
      const file = await readable(request, path)
      const small = request.query.thumb !== undefined && file.thumb
      const range = small ? null : rangeOf(request.headers.range, file.size)
      if (range === 'none') return reply.code(416).header('Content-Range', `bytes */${file.size}`).send()
      const bytes = await store.get(small ? thumbOf(path) : path, range ?? undefined)
      if (!bytes) throw notFound('文件不存在')
      head(reply, file, { small, download: request.query.download !== undefined })
      void reply.header('Cache-Control', `private, max-age=${addresses.keptSeconds}`)
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
  { small, download }: { small: boolean; download: boolean },
): void {
  const shown = (small || isPicture(type)) && !download
  void reply
    .type(small ? 'image/webp' : type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', INERT)
    .header('Accept-Ranges', small ? 'none' : 'bytes')
    .header('Content-Disposition', `${shown ? 'inline' : 'attachment'}; ${fileName(name)}`)
}

/** The name for browsers of today, and one in ASCII for others. */
export function fileName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The one part that is asked for; null for all of it, `none` where there is no such part. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to && from < size ? { from, to } : 'none'
}
