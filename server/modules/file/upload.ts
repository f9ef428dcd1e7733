import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { UploadedFile } from '#schemas/api/file.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Arrival } from './arrival.ts'
import { isPicture, judgeContent } from './content-type.ts'
import { refusalOf, type TakingField } from './field-takes.ts'
import type { FileStore } from './file-store.ts'
import type { FileQuota, Files } from './files.ts'
import { thumbOf } from './thumb-path.ts'
import { smallPicture } from './thumbnail.ts'

/** Longest name that is kept of a file. */
const MAX_NAME = 255
const PURPOSE = /^[\w-]{1,50}$/
const BIDI = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/gu

/** What the sender says of a file. */
export interface Sent {
  name: string
  /** What it is for: first part of its path. */
  biz: string
  /** What it is meant for; null where that is not said. */
  field: TakingField | null
}

export interface UploadParts {
  files: Files
  store: FileStore
  quota(): Promise<FileQuota>
  now: () => Date
  warn(reason: unknown, message: string): void
}

/** Keeps a file that has arrived; it is gone from the folder of arrivals afterwards, kept or not. */
export type Upload = (session: Session, arrival: Arrival, sent: Sent) => Promise<UploadedFile>

/** Why a file is not kept, as a sentence. */
export class UploadRefused extends Error {}

/** Keeps a file that has arrived: judged by its content, under a name of our own, with a small picture where it is one. */
export function createUpload({ files, store, quota, now, warn }: UploadParts): Upload {
  return async (session: Session, arrival: Arrival, sent: Sent): Promise<UploadedFile> => {
    const rest = [arrival.file]
    try {
      const name = nameOf(sent.name)
      const judged = await judgeContent(arrival.file, name)
      if ('fault' in judged) throw new UploadRefused(judged.fault)
      const refusal = sent.field && refusalOf(sent.field, { type: judged.type, size: arrival.size })
      if (refusal) throw new UploadRefused(refusal)
      const path = pathOf(sent.biz, judged.extension, now())
      const thumb = isPicture(judged.type) ? await smallPictureOf(arrival.file) : null
      if (thumb) rest.push(thumb.file)
      const { size, sha256 } = arrival
      const file = { path, name, size, sha256, type: judged.type, thumb: thumb !== null }
      // Noted first: a file in the store that the table does not know would stay for ever.
      const noted = await files.add(session, file, await quota())
      if (noted === 'user') throw new UploadRefused('您的文件已达到空间上限，请删除不需要的文件后重试')
      if (noted === 'total') throw new UploadRefused('系统的文件已达到空间上限，请联系管理员')
      try {
        await store.put(path, { ...arrival, type: judged.type })
        if (thumb) await store.put(thumbOf(path), thumb)
      } catch (error) {
        await files.remove(noted.id)
        throw error
      }
      return { path, ...files.describe(noted) }
    } finally {
      for (const file of rest) await rm(file, { force: true })
    }
  }

  function smallPictureOf(file: string) {
    return smallPicture(file).catch((error: unknown) => {
      warn(error, 'no small picture of an upload')
      return null
    })
  }
}

/** The sender's name for it, without what would mislead where it is shown. */
function nameOf(given: string): string {
  // Browsers write these three signs so, and no others.
  const written = given.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '')
  const name = (written.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replaceAll(BIDI, '').trim()
  if (name === '' || name === '.' || name === '..') throw new UploadRefused('文件名不正确')
  if (name.length <= MAX_NAME) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_NAME - ending.length) + ending
}

/** A path of our own for a new file. */
export function pathOf(biz: string, extension: string, now: Date): string {
  if (!PURPOSE.test(biz)) throw badRequest('参数 biz 只能包含字母、数字、_ 和 -')
  const [year, month] = now.toISOString().split('-')
  return `${biz}/${year}/${month}/${randomUUID().replaceAll('-', '')}.${extension}`
}
