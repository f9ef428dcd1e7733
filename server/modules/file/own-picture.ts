import { CompiledQuery } from 'kysely'
import type { PictureFiles } from '../personal/profile.ts'
import { isPicture } from './content-type.ts'
import { GONE } from './file-rules.ts'
import { tieFiles } from './file-ties.ts'
import type { Files } from './files.ts'
import { isFilePath } from './named-files.ts'

/** The column of an account that names its picture. */
const COLUMN = { form: 'sys_user', field: 'avatar' }

/** Pictures of accounts, over the files. */
export function createOwnPictures(files: Pick<Files, 'find' | 'describe'>): PictureFiles {
  return {
    async described(path) {
      const file = isFilePath(path) ? await files.find(path) : null
      return file ? { [path]: files.describe(file) } : {}
    },
    // Everybody will see it, so it must be the owner's own.
    async fault(session, path) {
      const file = isFilePath(path) ? await files.find(path) : null
      if (file?.ownerId !== session.userId) return GONE
      return isPicture(file.type) ? null : '请上传图片'
    },
    async tie(write, userId, before, after) {
      const named = (path: string) => (isFilePath(path) ? [{ ...COLUMN, recordId: userId, path }] : [])
      const query = (text: string, values: unknown[]) =>
        write.executeQuery<{ path?: unknown }>(CompiledQuery.raw(text, values))
      return (await tieFiles({ query }, named(before), named(after))) && GONE
    },
  }
}
