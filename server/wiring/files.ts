import type { Config } from '../config.ts'
import type { Connections } from '../database/connection.ts'
import type { Documents } from '../modules/document/documents.ts'
import { createFileAddresses } from '../modules/file/file-address.ts'
import { createFileRights } from '../modules/file/file-rights.ts'
import { createFiles } from '../modules/file/files.ts'
import { createMadeFiles } from '../modules/file/made-files.ts'
import { createOwnPictures } from '../modules/file/own-picture.ts'
import { createRowFiles } from '../modules/file/row-files.ts'
import { fileStoreOf } from '../modules/file/store-of.ts'
import { sweepFiles } from '../modules/file/sweep.ts'
import { createUpload } from '../modules/file/upload.ts'
import type { RecordSource } from '../modules/online-form/index.ts'
import type { Settings } from '../modules/setting/settings.ts'
import type { SecretBox } from '../secret-box.ts'

const MB = 1024 * 1024

export interface FilePartsOptions {
  connections: Connections
  config: Pick<Config, 'dataDir' | 'apiBase' | 's3'>
  box: SecretBox
  documents: Documents
  store: RecordSource
  settings: Settings
  now: () => number
  warn(reason: unknown, message: string): void
}

/** Everything about stored files that calls, saves and answers share. */
export function createFileParts({
  connections,
  config,
  box,
  documents,
  settings,
  now,
  warn,
  ...records
}: FilePartsOptions) {
  const { store, folder } = fileStoreOf(config)
  const addresses = createFileAddresses(box, config.apiBase, now)
  const table = createFiles(connections, addresses)
  const rights = createFileRights({ files: table, documents, store: records.store })
  const limit = (mb: number) => (mb === 0 ? null : mb * MB)
  const quota = async () => {
    const { userMb, totalMb } = await settings.get('file')
    return { user: limit(userMb), total: limit(totalMb) }
  }
  const clock = () => new Date(now())
  return {
    table,
    store,
    addresses,
    rights,
    folder,
    pictures: createOwnPictures(table),
    sweep: () => sweepFiles({ pool: connections.writePool, store, folder }),
    addToRows: createRowFiles(connections.readPool, table, addresses),
    maxMb: async () => (await settings.get('file')).maxMb,
    made: createMadeFiles({ files: table, store, quota, folder, now: clock }),
    upload: createUpload({ files: table, store, quota, now: clock, warn }),
  }
}
