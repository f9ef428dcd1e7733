import type { WireAuth, WireRights } from '#schemas/api/auth.ts'
import { rightsPrefix } from '#schemas/compile/action-code.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { UserRights } from '../../permission/permission-data.ts'

/**
 * Columns that documents put under control, as rules of the wire: all of them, and those that the user sees. A page that is open
 * takes its columns away and gives them back by these lists.
 */
export function controlledColumns(
  forms: readonly (CompiledForm | null)[],
  { isAdmin, forms: held }: Pick<UserRights, 'isAdmin' | 'forms'>,
): { own: WireAuth[]; all: WireRights['allAuth'] } {
  const own: WireAuth[] = []
  const all: WireRights['allAuth'] = []
  for (const form of forms)
    for (const { field, control } of form?.permissions.columns ?? []) {
      if (!form || control !== 'visible') continue
      const entry = { action: `${rightsPrefix(form)}:${field}`, type: '1', describe: field }
      all.push({ ...entry, status: '1' })
      if (isAdmin || held.get(form.code)?.visible.has(field)) own.push(entry)
    }
  return { own, all }
}
