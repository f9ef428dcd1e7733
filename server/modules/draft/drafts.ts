import type { Draft, DraftContent } from '#schemas/api/draft.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { seenContent } from './seen-content.ts'
import type { DraftStore } from './store.ts'

/** Drafts as their user may see them. Whether the record is one that the user may see is for the caller to know. */
export interface Drafts {
  /** The newest first; those of new records under the id `''`. */
  offered(session: Session, form: CompiledForm, id: string): Promise<Draft[]>
  keep(session: Session, form: CompiledForm, id: string, key: string, content: DraftContent): Promise<void>
  remove(session: Session, form: string, key: string): Promise<void>
}

/** Drafts over their store: what rights hide is left out when one is kept and when it is offered. */
export function createDrafts(
  store: DraftStore,
  documents: Pick<Documents, 'resolve'>,
  now: () => Date,
): Drafts {
  return {
    async offered(session, form, id) {
      const kept = await store.list(session, { form: form.code, id })
      const at = now().getTime()
      return kept.map(({ key, keptAt, content }) => ({
        key,
        age: Math.max(0, Math.round((at - keptAt.getTime()) / 1000)),
        ...seenContent(documents, session, form, content),
      }))
    },
    keep: (session, form, id, key, content) =>
      store.keep(session, { form: form.code, id }, key, seenContent(documents, session, form, content)),
    remove: store.remove,
  }
}
