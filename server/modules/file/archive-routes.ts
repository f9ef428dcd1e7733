import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { archiveQuery } from '#schemas/api/file.ts'
import { badRequest } from '../../errors.ts'
import type { Documents } from '../document/documents.ts'
import { archiveOf, MAX_ARCHIVE_BYTES } from './archive.ts'
import { isPacked } from './content-type.ts'
import { ARCHIVE } from './file-address.ts'
import { fileHeaders } from './file-headers.ts'
import type { FileStore } from './file-store.ts'
import type { ReadableFiles } from './readable-files.ts'

export interface ArchiveRouteParts {
  readable: Pick<ReadableFiles, 'ofRecord'>
  store: Pick<FileStore, 'get'>
  documents: Pick<Documents, 'resolve'>
}

/** All files that a record's column names, in one archive: those of them that the caller may read. */
export function registerArchive(
  app: FastifyInstance,
  { readable, store, documents }: ArchiveRouteParts,
): void {
  app.get<{ Querystring: Static<typeof archiveQuery> }>(
    ARCHIVE,
    { config: { access: 'public' }, schema: { querystring: archiveQuery } },
    async (request, reply) => {
      const { form, id, field, ...signature } = request.query
      const files = await readable.ofRecord(request, { form, recordId: id, field }, signature)
      if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ARCHIVE_BYTES)
        throw badRequest('文件总大小超过 1 GB，请分别下载')
      const archive = archiveOf(
        files.map(({ name, type, path }) => ({
          name,
          isPacked: isPacked(type),
          async open() {
            const bytes = await store.get(path)
            if (!bytes) throw new Error(`no bytes of ${path}`)
            return bytes
          },
        })),
      )
      const title = documents.resolve(form)?.fields.find(({ name }) => name === field)?.title ?? field
      void reply.type('application/zip').headers(fileHeaders(`${title}.zip`, 'attachment'))
      return reply.send(archive)
    },
  )
}
