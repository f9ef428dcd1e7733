import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ByteRange, FileStore } from './file-store.ts'

/** Files in a folder of this machine. What a path leads to must lie below the folder, symbolic links resolved. */
export function createLocalStore(folder: string): FileStore {
  /** Where the path leads; null where nothing is there, or something outside of the folder. */
  async function placeOf(path: string): Promise<string | null> {
    try {
      const [root, place] = await Promise.all([realpath(folder), realpath(join(folder, path))])
      return place.startsWith(root + sep) ? place : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async put(path, { file }) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      if ((await placeOf(dirname(path))) === null)
        throw new Error(`the folder of ${path} leads out of the files`)
      await moved(file, target)
    },

    async get(path, range?: ByteRange) {
      const place = await placeOf(path)
      if (place === null) return null
      const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
      return handle.createReadStream(range ? { start: range.from, end: range.to } : {})
    },

    async exists(path) {
      const place = await placeOf(path)
      if (place === null) return false
      return access(place).then(
        () => true,
        () => false,
      )
    },

    async remove(path) {
      const place = await placeOf(path)
      if (place !== null) await rm(place, { force: true })
    },
  }
}

/** The folder of arrivals may lie on another disk. */
async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const part = `${to}.part`
    await copyFile(from, part)
    await rename(part, to)
    await rm(from, { force: true })
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
