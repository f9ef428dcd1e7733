import { platformTable } from '../../database/platform-tables.ts'
import type { Behaviour, FormChange } from '../online-form/index.ts'

/** Comments go with the record that they are about; with one that is only marked as deleted, or lies in the bin, they stay. */
export const commentRules: Behaviour = {
  name: 'comments',

  async after(changes, { client, session }) {
    const gone = changes.filter(({ after, form, recycled }) => after === null && !recycled && !isMarked(form))
    if (gone.length === 0) return
    await client.query(
      `delete from platform.sys_comment c using unnest($2::text[], $3::text[]) as gone (form, id)
       where c.tenant_id = $1 and c.table_name = gone.form and c.table_data_id = gone.id`,
      [session.tenantId, gone.map(({ form }) => form.code), gone.map(({ recordId }) => recordId)],
    )
  },
}

function isMarked({ document: { store } }: FormChange['form']): boolean {
  return Boolean(store && 'table' in store && platformTable(store.table)?.deleted)
}
