import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionUser } from '../../../permission/session-user.ts'
import type { FormView } from '../read/form-view.ts'
import { recordTable } from '../sql/record-table.ts'
import type { PastChange } from './past-change.ts'
import { type Around, type Prepared, prepareUpdate } from './prepared-row.ts'
import type { WriterParts } from './writer-parts.ts'

/** A deleted row as the log last knew it. */
export type LostRow = Pick<PastChange, 'before' | 'version'>

/** Deleted sub rows that a save brings back under their own keys: by the code of their form, and by id. */
export type LostRows = ReadonlyMap<string, ReadonlyMap<string, LostRow>>

/** A deleted row that comes back as it last was, but for what a save says of it and its user may change. */
export function prepareAgain(
  parts: Pick<WriterParts, 'documents' | 'now'>,
  session: Session,
  view: FormView,
  lost: LostRow,
  body: Row,
  around: Around,
): Prepared {
  const row = rowAgain(view.form, session, String(body.id), lost)
  const before = initialRow(view.form, sessionUser(session), parts.now())
  return {
    ...prepareUpdate(parts, session, view, row, body, around),
    stored: null,
    before,
    restored: true,
  }
}

/** A deleted row out of the log, counted on from the version that it had. */
export function rowAgain(
  form: CompiledForm,
  session: Session,
  id: string,
  { before, version }: LostRow,
): Row {
  return { ...deletedRow(form, before ?? {}), id, _tenant: session.tenantId, _version: version + 1 }
}

/** A row out of the log: bytes stand there as a list of numbers. */
function deletedRow(form: CompiledForm, image: Row): Row {
  const { columns } = recordTable(form)
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [
      name,
      columns.get(name)?.kind === 'binary' ? bytesText(value) : value,
    ]),
  )
}

function bytesText(value: unknown): string | null {
  const { data } = (value ?? {}) as { data?: readonly number[] }
  return Array.isArray(data) ? `\\x${Buffer.from(data).toString('hex')}` : null
}
