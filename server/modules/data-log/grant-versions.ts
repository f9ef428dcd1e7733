import type { Pool } from 'pg'
import type { DataVersion } from '#schemas/api/data-log.ts'
import type { Row } from '#schemas/compile/model.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { grantNames, isGrantTable, rightToGrants } from '../role/grant-names.ts'
import type { StoredChange } from './store.ts'

export interface GrantVersionParts {
  documents: Pick<Documents, 'entry' | 'resolve'>
  pool: Pool
}

/** What stands in a line of a version for each thing that is granted. */
const GRANTED_TEXT = '已授权'

/** A set of grants as it was: who holds it, the menu or form, and a line for each thing that is granted. Null without the right to grant. */
export async function grantVersion(
  { documents, pool }: GrantVersionParts,
  session: Session,
  change: StoredChange,
): Promise<DataVersion | null> {
  const { table, recordId } = change
  if (!isGrantTable(table) || !may(session, 'use', { permission: rightToGrants(table) }).allowed) return null
  const image: Row = change.after ?? change.before ?? {}
  const keys = Array.isArray(image.granted) ? image.granted.map(String) : []
  const { kind, holder, about, items } = await grantNames(
    pool,
    documents,
    { table, holderId: recordId, of: image },
    keys,
  )
  return {
    id: change.id,
    createBy: change.createBy,
    createName: change.createBy,
    createTime: change.createTime,
    dataTable: table,
    dataId: recordId,
    dataVersion: change.version,
    action: change.action,
    type: 'json',
    dataContent: JSON.stringify({
      holder,
      ...(about === null ? {} : { about }),
      ...Object.fromEntries([...items.keys()].map((key) => [key, GRANTED_TEXT])),
    }),
    dataTitles: {
      holder: kind.word,
      ...(about === null ? {} : { about: '菜单或表单' }),
      ...Object.fromEntries(items),
    },
  }
}
