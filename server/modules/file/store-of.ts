import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

/** Where an installation keeps its files, and the folder in which they arrive. */
export function fileStoreOf({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): {
  store: FileStore
  folder: string
} {
  const root = join(dataDir, 'files')
  return { store: s3 ? createS3Store(s3) : createLocalStore(root), folder: join(root, '.arrivals') }
}
