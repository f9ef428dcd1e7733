import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { receive } from './arrival.ts'
import type { FileStore } from './file-store.ts'
import type { FileQuota, Files, StoredFile } from './files.ts'
import { pathOf } from './upload.ts'

/** What is made by itself ends after so long without a byte. */
const STALLED_MS = 10 * 60_000
const DAY_MS = 86_400_000

/** A file that the server makes for a user. */
export interface MadeFile {
  name: string
  type: string
  ending: string
  /** What it is for: first part of its path. */
  biz: string
  bytes: Readable
  /** It is removed after so many days, unless a record names it by then. */
  days: number
}

export interface MadeFileParts {
  files: Pick<Files, 'add' | 'find' | 'remove'>
  store: Pick<FileStore, 'put' | 'remove'>
  quota(): Promise<FileQuota>
  /** Folder of arrivals. */
  folder: string
  now: () => Date
}

/** Files that the server makes: they are whole or not there, and belong to the user that they are made for. */
export interface MadeFiles {
  keep(session: Session, made: MadeFile): Promise<StoredFile>
  remove(path: string): Promise<void>
}

/** Keeps what the server made for users beside what they have uploaded. */
export function createMadeFiles({ files, store, quota, folder, now }: MadeFileParts): MadeFiles {
  return {
    async keep(session, { name, type, ending, biz, bytes, days }) {
      const arrival = await receive(bytes, folder, STALLED_MS)
      try {
        const { size, sha256 } = arrival
        const path = pathOf(biz, ending, now())
        // The sweep waits for a day more.
        const freeSince = new Date(now().getTime() + (days - 1) * DAY_MS)
        const file = { path, name, size, sha256, type, thumb: false, freeSince }
        const noted = await files.add(session, file, await quota())
        if (noted === 'user')
          throw new AppError('BAD_REQUEST', '您的文件已达到空间上限，请删除不需要的文件后重试')
        if (noted === 'total') throw new AppError('BAD_REQUEST', '系统的文件已达到空间上限，请联系管理员')
        try {
          await store.put(path, { ...arrival, type })
        } catch (error) {
          await files.remove(noted.id)
          throw error
        }
        return noted
      } finally {
        await rm(arrival.file, { force: true })
      }
    },

    async remove(path) {
      const file = await files.find(path)
      if (!file) return
      await store.remove(path)
      await files.remove(file.id)
    },
  }
}
