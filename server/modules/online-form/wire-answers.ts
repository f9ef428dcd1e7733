import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import type { OnlineFormParts } from './routes.ts'

export async function wireColumnsOf(
  _form: CompiledForm,
  _session: Session,
  _parts: OnlineFormParts,
): Promise<unknown> {
  return null
}
export function wireQueryInfoOf(_form: CompiledForm, _session: Session): unknown {
  return null
}
export async function wireFormItemOf(
  _form: CompiledForm,
  _session: Session,
  _parts: OnlineFormParts,
): Promise<unknown> {
  return null
}
