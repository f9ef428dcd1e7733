import type { Pool } from 'pg'
import type { FileDescription } from '#schemas/api/file.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { FormView } from '../online-form/index.ts'
import { MAX_ARCHIVE_BYTES } from './archive.ts'
import type { FileAddresses } from './file-address.ts'
import type { FileUse } from './file-use.ts'
import { FILE_COLUMNS, type Files, type StoredFile } from './files.ts'
import { fileFields, namedFiles } from './named-files.ts'

/** Rows of one form that are about to be answered. */
interface AnsweredRows {
  view: FormView
  rows: readonly Row[]
}

/**
 * Adds `_files` to every row whose form has fields for files: what the row names, by path; and `_zips`: for fields that name
 * several, where all of them are had at once. One question for all rows of an answer.
 */
export function createRowFiles(
  pool: Pool,
  files: Pick<Files, 'describe'>,
  addresses: Pick<FileAddresses, 'archiveOf'>,
) {
  return async (answered: readonly AnsweredRows[]): Promise<void> => {
    const named: (FileUse & { path: string; row: Row; into: Record<string, FileDescription> })[] = []
    for (const { view, rows } of answered) {
      const fields = fileFields(view.form).filter(({ name }) => view.columns.has(name))
      if (fields.length === 0) continue
      for (const row of rows) {
        const into: Record<string, FileDescription> = {}
        row._files = into
        for (const field of fields)
          for (const path of namedFiles(field, row))
            named.push({
              form: tiedTo(view.form),
              recordId: String(row.id),
              field: field.name,
              path,
              row,
              into,
            })
      }
    }
    if (named.length === 0) return
    // What a row says is not enough: the file must have been tied to it by a save that could read it.
    const { rows: found } = await pool.query<StoredFile & { at: number }>(
      `select n.at::int as at, ${FILE_COLUMNS}
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as n (path, form, record_id, field, at)
       join platform.sys_file f on f.path = n.path
       join platform.sys_file_use u on u.file_id = f.id and u.form = n.form and u.record_id = n.record_id and u.field = n.field`,
      [
        named.map(({ path }) => path),
        named.map(({ form }) => form),
        named.map(({ recordId }) => recordId),
        named.map(({ field }) => field),
      ],
    )
    const columns = new Map<string, { use: FileUse; row: Row; count: number; bytes: number }>()
    for (const { at, ...file } of found) {
      const place = named[at - 1]
      if (!place) continue
      place.into[file.path] = files.describe(file)
      const { form, recordId, field, row } = place
      const key = [form, recordId, field].join('\n')
      const { count, bytes } = columns.get(key) ?? { count: 0, bytes: 0 }
      const use = { form, recordId, field }
      columns.set(key, { use, row, count: count + 1, bytes: bytes + file.size })
    }
    for (const { use, row, count, bytes } of columns.values())
      if (count > 1 && bytes <= MAX_ARCHIVE_BYTES)
        row._zips = { ...(row._zips as object | undefined), [use.field]: addresses.archiveOf(use) }
  }
}

/** The form whose records name the files: what a document shows of a platform table was saved by the one that is called as the table is. */
function tiedTo({ code, document: { store } }: CompiledForm): string {
  return store && 'table' in store ? store.table : code
}
