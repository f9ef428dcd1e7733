import type { DraftContent } from '#schemas/api/draft.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'

/** What a sub row needs besides its fields: which one it is, and of which version. */
const OF_THE_ROW = ['id', '_version']

/**
 * What this user may see of a draft: fields of the form that rights do not hide, and no secrets. Asked when it is kept and again
 * when it is offered, because rights and documents change in between.
 */
export function seenContent(
  documents: Pick<Documents, 'resolve'>,
  session: Session,
  form: CompiledForm,
  { version, before, mine }: DraftContent,
): DraftContent {
  const subs = form.subTables.flatMap(({ code }) => {
    const sub = documents.resolve(code)
    return sub ? [{ code, names: new Set([...seenNames(session, sub), ...OF_THE_ROW]) }] : []
  })
  const names = seenNames(session, form)
  const seen = (row: Row): Row => {
    const kept = pick(row, names)
    for (const { code, names: subNames } of subs) {
      const rows = row[code]
      if (Array.isArray(rows)) kept[code] = rows.filter(isRow).map((one) => pick(one, subNames))
    }
    return kept
  }
  return { ...(version === undefined ? {} : { version }), before: seen(before), mine: seen(mine) }
}

function seenNames(session: Session, form: CompiledForm): ReadonlySet<string> {
  const { fields } = formView(session, form)
  return new Set(
    fields.filter(({ system, view }) => !system && !traitsOf(view).secret).map(({ name }) => name),
  )
}

function pick(row: Row, names: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
