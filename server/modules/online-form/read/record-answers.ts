import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { type FormView, formView } from './form-view.ts'
import { type AreaText, addTexts, type DictionaryTexts } from './row-texts.ts'

/** Adds `_files` to rows that are about to be answered: what they name of stored files. */
export type AddFiles = (answered: readonly { view: FormView; rows: readonly Row[] }[]) => Promise<void>

interface Parts {
  documents: Pick<Documents, 'resolve'>
  dictionaries: DictionaryTexts
  areaText: AreaText
  addFiles: AddFiles
}

/** What a record and its sub rows are answered with beside their values, wherever the record came from. */
export function createRecordAnswers({ documents, dictionaries, areaText, addFiles }: Parts) {
  /** The sub rows that a record holds, with their forms. */
  const subRowsOf = (form: CompiledForm, row: Row) =>
    form.subTables.flatMap(({ code }) => {
      const subForm = documents.resolve(code)
      const rows = row[code] ?? []
      return subForm ? [{ form: subForm, rows: (Array.isArray(rows) ? rows : [rows]) as Row[] }] : []
    })

  return {
    async addTexts(form: CompiledForm, session: Session, row: Row): Promise<void> {
      const add = (of: CompiledForm, rows: readonly Row[], shownAs?: 'record') =>
        addTexts(formView(session, of), rows, session, dictionaries, areaText, shownAs)
      await Promise.all([
        add(form, [row], 'record'),
        ...subRowsOf(form, row).map((sub) => add(sub.form, sub.rows)),
      ])
    },
    async addFiles(form: CompiledForm, session: Session, row: Row): Promise<void> {
      const all = [{ form, rows: [row] }, ...subRowsOf(form, row)]
      await addFiles(all.map((one) => ({ view: formView(session, one.form), rows: one.rows })))
    },
  }
}
