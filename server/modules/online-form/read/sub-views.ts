import { listFilters, subFieldName, subFieldOf } from '#schemas/compile/joint-query.ts'
import type { CompiledForm, QueryItem } from '#schemas/compile/model.ts'
import type { FindColumn, QueryColumn } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { type FormView, formView } from './form-view.ts'
import type { SubView } from './record-source.ts'

/** The sub tables of a form as the session's user sees them. */
export function subViews(
  documents: Pick<Documents, 'resolve'>,
  form: CompiledForm,
  session: Session,
): SubView[] {
  return form.subTables.flatMap((sub) => {
    const subForm = documents.resolve(sub.code)
    return subForm ? [{ sub, view: formView(session, subForm) }] : []
  })
}

/** Finds what a session's query of a form may name. */
export function listFields(
  documents: Pick<Documents, 'resolve'>,
  form: CompiledForm,
  session: Session,
): FindColumn {
  return findIn(formView(session, form), subViews(documents, form, session))
}

/** The filters of a form's list that a session has, with those of sub tables. */
export function filtersSeen(
  documents: Pick<Documents, 'resolve'>,
  form: CompiledForm,
  session: Session,
): QueryItem[] {
  const { hidden } = formView(session, form)
  const find = listFields(documents, form, session)
  return listFilters(form, documents.resolve).filter(({ field: { name } }) =>
    subFieldOf(name) ? find(name) !== null : !hidden.has(name),
  )
}

/** Finds what a query may name: the form's own fields, and those of its sub tables. */
export function findIn(view: FormView, subs: readonly SubView[]): FindColumn {
  return (name) => view.find(name) ?? findInSubs(subs, name)
}

/** Fields of sub tables are named `<table>,<field>` or `<table>@<field>`. */
function findInSubs(subs: readonly SubView[], name: string): QueryColumn | null {
  const [table, field] = name.split(/[,@]/)
  const found = subs.find(({ sub, view }) => sub.code === table || view.form.tableName === table)
  const column = found && field ? found.view.find(field) : null
  return found && column ? { ...column, name: subFieldName(found.sub.code, column.name) } : null
}
