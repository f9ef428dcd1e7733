import type { CompiledForm } from '#schemas/compile/model.ts'
import { platformTable } from '../../database/platform-tables.ts'
import type { Behaviour, FormChange } from '../online-form/index.ts'
import { refusalOf } from './field-takes.ts'
import type { FileRights } from './file-rights.ts'
import { type Naming, recycleFiles, tieFiles } from './file-ties.ts'
import type { Files } from './files.ts'
import { fileFields, namedFiles } from './named-files.ts'

/** A file that is not there any more, or not for whoever names it. */
export const GONE = '文件已不存在，请重新上传'

/**
 * A save ties the files that it names to the record, in its own transaction; what a record no longer names is left to the
 * sweep, and a record in the bin keeps its files. Only a file that its writer may read can be named: naming it would otherwise open it.
 */
export function fileRules(files: Pick<Files, 'named'>, rights: Pick<FileRights, 'mayRead'>): Behaviour {
  return {
    name: 'files',

    async check(drafts, { client, session }) {
      const asked = drafts.flatMap(({ view, row, stored, restored }, at) =>
        (restored ? [] : fileFields(view.form)).flatMap((field) => {
          const before = new Set(namedFiles(field, stored))
          return namedFiles(field, row).flatMap((path) => (before.has(path) ? [] : [{ at, path, field }]))
        }),
      )
      if (asked.length === 0) return []
      const found = new Map(
        (await files.named(client, [...new Set(asked.map(({ path }) => path))])).map((file) => [
          file.path,
          file,
        ]),
      )
      const open = new Map<string, boolean>()
      for (const [path, file] of found) open.set(path, await rights.mayRead(session, file))
      return asked.flatMap(({ at, path, field }) => {
        const file = open.get(path) ? found.get(path) : undefined
        const message = file ? refusalOf(field, file) : GONE
        return message === null ? [] : [{ at, error: { field: field.name, message } }]
      })
    },

    async after(changes, { client }) {
      const named = changes.flatMap((change) => namings(change, change.after))
      const before = changes.flatMap((change) =>
        change.after === null && (change.recycled || isMarked(change.form))
          ? []
          : namings(change, change.before),
      )
      const recycled = changes.flatMap((change) => (change.recycled ? namings(change, change.before) : []))
      await recycleFiles(client, recycled)
      const gone = await tieFiles(client, before, named)
      if (!gone) return []
      // A field of a sub row has no place in the form of its main record.
      return [{ field: gone.form === changes[0]?.form.code ? gone.field : '', message: GONE }]
    },
  }
}

function namings({ form, recordId }: FormChange, row: FormChange['after']): Naming[] {
  return fileFields(form).flatMap((field) =>
    namedFiles(field, row).map((path) => ({ path, form: form.code, recordId, field: field.name })),
  )
}

function isMarked({ document: { store } }: CompiledForm): boolean {
  return Boolean(store && 'table' in store && platformTable(store.table)?.deleted)
}
