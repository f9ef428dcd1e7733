import type { FastifyRequest } from 'fastify'
import { notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { FileAddresses, Signature } from './file-address.ts'
import type { FileRights } from './file-rights.ts'
import type { FileUse } from './file-use.ts'
import type { Files, StoredFile } from './files.ts'
import { isFilePath } from './named-files.ts'

export interface ReadableFileParts {
  files: Pick<Files, 'find' | 'ofRecord'>
  rights: FileRights
  addresses: Pick<FileAddresses, 'isSigned' | 'isSignedArchive'>
  /** The caller, in the tenant that the call names; null for nobody. */
  sessionOf(request: FastifyRequest): Promise<Session | null>
}

/** Files for whoever asks: what the caller may not read is not there. */
export interface ReadableFiles {
  /** Throws where nothing is to be read. */
  find(request: FastifyRequest, path: string, signature: Signature): Promise<StoredFile>
  /** Those of a record's column that may be read, at least one. */
  ofRecord(request: FastifyRequest, use: FileUse, signature: Signature): Promise<StoredFile[]>
}

/** A file is read by whoever was given its address, by its rights, and by everybody where its column is public. */
export function createReadableFiles({
  files,
  rights,
  addresses,
  sessionOf,
}: ReadableFileParts): ReadableFiles {
  const missing = () => notFound('文件不存在')
  const mayRead = async (session: Session | null, file: StoredFile) =>
    (session !== null && (await rights.mayRead(session, file))) || rights.isPublic(file)

  return {
    async find(request, path, signature) {
      const file = isFilePath(path) ? await files.find(path) : null
      if (!file) throw missing()
      if (addresses.isSigned(path, signature)) return file
      if (await mayRead(await sessionOf(request), file)) return file
      throw missing()
    },

    async ofRecord(request, use, signature) {
      const all = await files.ofRecord(use)
      let open = all
      if (!addresses.isSignedArchive(use, signature)) {
        const session = await sessionOf(request)
        const allowed = await Promise.all(all.map((file) => mayRead(session, file)))
        open = all.filter((_, at) => allowed[at])
      }
      if (open.length === 0) throw missing()
      return open
    },
  }
}
