import { createHash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ResizeFit, Transformer } from '@napi-rs/image'
import type { ArrivedFile } from './file-store.ts'

/** Longer side of a small picture (px). */
const SIDE = 320
const QUALITY = 80
/** A picture of more points is not unpacked: four bytes each would fill the memory. */
const MAX_POINTS = 50_000_000
const MAX_BYTES = 64 * 1024 * 1024
/** Pictures that are unpacked at the same time. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** A small picture beside the file, made by threads of its own; null for one that is too large to be unpacked. */
export async function smallPicture(file: string): Promise<ArrivedFile | null> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    const bytes = await readFile(file)
    if (bytes.length > MAX_BYTES) return null
    const { width, height } = await new Transformer(bytes).metadata()
    if (width * height > MAX_POINTS) return null
    const side = Math.min(SIDE, Math.max(width, height))
    const small = await new Transformer(bytes)
      .rotate()
      .resize(side, side, null, ResizeFit.Inside)
      .webp(QUALITY)
    const place = join(dirname(file), randomUUID())
    await writeFile(place, small, { flag: 'wx', mode: 0o600 })
    return {
      file: place,
      size: small.length,
      sha256: createHash('sha256').update(small).digest('hex'),
      type: 'image/webp',
    }
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
