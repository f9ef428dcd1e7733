import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../errors.ts'

/** A transfer ends after so long without a byte. */
const STALLED_MS = 9000

export interface Arrival {
  file: string
  size: number
  sha256: string
}

/** Writes an incoming file to the folder of arrivals, a piece at a time; nothing is left of one that does not arrive whole. */
export async function receive(incoming: Readable, folder: string, stalledMs = STALLED_MS): Promise<Arrival> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer?.refresh()
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  timer = setTimeout(() => measure.destroy(new AppError('REQUEST_TIMEOUT')), stalledMs)
  try {
    await pipeline(incoming, measure, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
    return { file, size, sha256: hash.digest('hex') }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}
