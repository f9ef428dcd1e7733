import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { Documents } from '../../document/documents.ts'
import { SECRET_MASK } from '../read/form-view.ts'
import type { FormChange } from './behaviour.ts'
import type { Prepared } from './prepared-row.ts'

/** What the operation log keeps of a row that was added or changed. */
export function storedChange(documents: Documents, { view, id, row, stored }: Prepared): FormChange {
  const { form } = view
  return {
    form,
    table: form.tableName,
    recordId: id,
    version: Number(row._version),
    before: stored === null ? null : logged(form, stored),
    after: logged(form, row),
    documentVersion: versionOf(documents, form),
  }
}

/** What the operation log keeps of a row that is gone. */
export function deletedChange(documents: Documents, form: CompiledForm, row: Row): FormChange {
  return {
    form,
    table: form.tableName,
    recordId: String(row.id),
    version: Number(row._version),
    before: logged(form, row),
    after: null,
    documentVersion: versionOf(documents, form),
    // Rows of the platform's own tables have bins of their own, or none.
    recycled: form.table !== null,
  }
}

/** The tenant is said by the operation already; parked columns did not change. */
function logged(form: CompiledForm, row: Row): Row {
  const secret = new Set(form.fields.filter(({ view }) => traitsOf(view).secret).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name === '_version' || !name.startsWith('_'))
      .map(([name, value]) => [name, secret.has(name) && value !== null ? SECRET_MASK : value]),
  )
}

function versionOf(documents: Documents, form: CompiledForm): string {
  return documents.entry(form.code)?.version ?? ''
}
