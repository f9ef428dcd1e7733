import type { EditPreview } from '#schemas/api/results.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import { type FormView, formView, seenOf } from '../read/form-view.ts'
import type { FormReader } from '../read/reader.ts'
import { isSame } from '../write/prepared-row.ts'
import type { EditedRow } from '../write/update-each.ts'

/** What an edit would make of records, as its user may see them. */
export async function editPreviewOf(
  reader: Pick<FormReader, 'addListTexts'>,
  form: CompiledForm,
  session: Session,
  rows: readonly EditedRow[],
): Promise<EditPreview> {
  const view = formView(session, form)
  const all = rows.map((edited) => ({
    edited,
    before: seenOf(view, edited.stored),
    after: seenOf(view, edited.row),
    changed: changedOf(view, edited),
  }))
  await reader.addListTexts(
    form,
    session,
    all.flatMap(({ before, after }) => [before, after]),
  )
  const listed = form.list.columns.map(({ field }) => field.name)
  return {
    rows: all.map(({ edited, before, after, changed }) => ({
      id: String(edited.stored.id),
      version: Number(edited.stored._version),
      before: partOf(before, [...listed, ...changed]),
      after: partOf(after, changed),
      changed,
      errors: edited.errors.map(({ message }) => message),
    })),
  }
}

/** The fields of the document that differ, of those that the user may see. */
function changedOf(view: FormView, { stored, row, isChanged }: EditedRow): string[] {
  return isChanged
    ? view.fields
        .map(({ name }) => name)
        .filter((name) => view.columns.has(name) && !isSame(stored[name], row[name]))
    : []
}

function partOf(row: Row, names: readonly string[]): Row {
  const wanted = new Set(names.flatMap((name) => [name, `${name}_dictText`]))
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))
}
