import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, hasTable, type RecordSource } from '../online-form/index.ts'
import type { FileUse } from './file-use.ts'
import type { Files, StoredFile } from './files.ts'

export interface FileRightsParts {
  files: Pick<Files, 'usesOf'>
  documents: Pick<Documents, 'resolve' | 'mainsOf'>
  store: Pick<RecordSource, 'get' | 'rows'>
}

/** Who may read a file. */
export interface FileRights {
  /** Whoever sees a record and the column of it that name the file; of a file that no record names, whoever uploaded it. */
  mayRead(session: Session, file: StoredFile): Promise<boolean>
  /** True where a column that names it is open to everybody. */
  isPublic(file: StoredFile): Promise<boolean>
}

/** The rights of files, which are those of the records that name them. */
export function createFileRights({ files, documents, store }: FileRightsParts): FileRights {
  async function sees(session: Session, { form: code, recordId, field }: FileUse): Promise<boolean> {
    const form = documents.resolve(code)
    if (!form || !hasTable(form)) return false
    const view = formView(session, form)
    if (!view.columns.has(field)) return false
    const mains = documents.mainsOf(form.code)
    if (!mayList(session, form) && !mains.some(({ main }) => mayList(session, main))) return false
    const row = await store.get(view, session, recordId)
    if (!row) return false
    if (mayList(session, form)) return true
    // A sub row is seen by whoever sees its main record.
    for (const { main, sub } of mains)
      if (mayList(session, main) && (await hasMain(session, main, sub.mainField, row[sub.foreignKey])))
        return true
    return false
  }

  async function hasMain(session: Session, main: CompiledForm, field: string, key: Row[string]) {
    if (key === null || key === undefined || key === '') return false
    const view = formView(session, main)
    const own = { field, rule: 'eq' as const, val: String(key) }
    return (await store.rows(view, session, [{ own }], [], 1)).length > 0
  }

  return {
    async mayRead(session, file) {
      const uses = await files.usesOf(file.id)
      if (uses.length === 0) return file.tenantId === session.tenantId && mayReadLoose(session, file)
      for (const use of uses) if (await sees(session, use)) return true
      return false
    },

    async isPublic(file) {
      for (const { form, field } of await files.usesOf(file.id)) {
        const options = documents.resolve(form)?.fields.find(({ name }) => name === field)?.options
        if (options?.public === true) return true
      }
      return false
    },
  }
}

/** A file that no record names yet, or no longer: a record that is brought back names it again. */
function mayReadLoose(session: Session, { ownerId }: StoredFile): boolean {
  return ownerId === session.userId || (session.isAdmin && !session.only)
}

function mayList(session: Session, form: CompiledForm): boolean {
  return may(session, 'list', { form }).allowed
}
