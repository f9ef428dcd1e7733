import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { formView } from './form-view.ts'
import { platformView } from './platform-view.ts'
import type { Readable } from './scoped-where.ts'

/** What a dictionary, a tree or a linked dropdown reads. */
export interface LookupTable {
  /** The form whose rights decide; null for a platform table, whose description says what everybody may read. */
  form: CompiledForm | null
  from: Readable
}

/** The form or platform table of a name; null when there is none. A document of a platform table does not narrow look-ups in it. */
export function lookupTable(
  documents: Pick<Documents, 'resolve'>,
  session: Session,
  name: string,
): LookupTable | null {
  const form = documents.resolve(name)
  const platform = form?.table ? null : platformView(name)
  if (platform) return { form: null, from: platform }
  return form && { form, from: formView(session, form) }
}
