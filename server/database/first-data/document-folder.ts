import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A document file's content and where it lies. */
export interface FolderDocument<T> {
  path: string
  document: T
}

/** Reads the `*.<kind>.json` files of folders, deepest last, in a fixed order; a broken one is told and left out. */
export function readFolderDocuments<T>(
  dirs: readonly string[],
  kind: 'dict' | 'menu',
  warn: (message: string) => void,
): FolderDocument<T>[] {
  const found: FolderDocument<T>[] = []
  for (const dir of dirs)
    for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!entry.endsWith(`.${kind}.json`)) continue
      const path = join(dir, entry)
      try {
        found.push({ path, document: JSON.parse(readFileSync(path, 'utf8')) as T })
      } catch (error) {
        warn(`${path}: ${(error as Error).message}`)
      }
    }
  return found
}
