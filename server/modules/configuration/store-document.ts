import { packageText } from '#schemas/api/configuration.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import { contentVersion } from '../document/document-files.ts'
import type { Take } from './part.ts'

/** Stores a document as a copy in the database, which overrides a file of the same code; `here` is what ran until now. */
export async function storeDocument(
  kind: 'form' | 'page',
  entry: { code: string },
  here: object | null,
  { together, requestId, changed }: Take,
): Promise<void> {
  const { client, session } = together
  const { rows } = await client.query<{ body: string }>(
    'select body from platform.document where kind = $1 and code = $2 for update',
    [kind, entry.code],
  )
  const before = rows[0]?.body ?? (here && JSON.stringify(here))
  const body = packageText(entry as never)
  await client.query(
    `insert into platform.document (code, kind, body, version, update_by, update_time)
     values ($1, $2, $3, $4, $5, now())
     on conflict (kind, code) do update set body = excluded.body, version = excluded.version,
       update_by = excluded.update_by, update_time = excluded.update_time`,
    [entry.code, kind, body, contentVersion(body), session.username],
  )
  await recordOperation(client, {
    session,
    action: 'import',
    resource: 'document',
    requestId,
    changes: [
      {
        table: 'document',
        recordId: entry.code.slice(0, 36),
        version: 0,
        before: before === null ? null : { code: entry.code, body: before },
        after: { code: entry.code, body, updateTime: wireTime(together.step.now).datetime },
        documentVersion: contentVersion(body),
      },
    ],
  })
  changed('documents')
}
