import type { Kysely } from 'kysely'
import { type DraftContent, MAX_DRAFTS } from '#schemas/api/draft.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** The record that a draft is of, by the code of its form; no id for a new record. */
export interface Drafted {
  form: string
  id: string
}

export interface KeptDraft {
  key: string
  keptAt: Date
  content: DraftContent
}

/** Drafts, each of one user in one tenant. Who may see what is in them is for the caller to know. */
export interface DraftStore {
  /** The newest first. */
  list(session: Session, drafted: Drafted): Promise<KeptDraft[]>
  /** Keeps a draft in place of its older state; of too many drafts the oldest go. */
  keep(session: Session, drafted: Drafted, key: string, content: DraftContent): Promise<void>
  remove(session: Session, form: string, key: string): Promise<void>
}

/** The store over the databases. */
export function createDraftStore(
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
  now: () => Date,
): DraftStore {
  return {
    async list({ tenantId, userId }, { form, id }) {
      const rows = await read
        .selectFrom('form_draft')
        .select(['id as key', 'content', 'kept_at as keptAt'])
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('form', '=', form)
        .where('record_id', '=', id)
        .orderBy('kept_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ content, ...row }) => ({ ...row, content: JSON.parse(content) as DraftContent }))
    },

    async keep({ tenantId, userId }, { form, id }, key, content) {
      const state = { form, record_id: id, content: JSON.stringify(content), kept_at: now() }
      await write.transaction().execute(async (change) => {
        await change
          .insertInto('form_draft')
          .values({ tenant_id: tenantId, user_id: userId, id: key, ...state })
          .onConflict((conflict) => conflict.columns(['user_id', 'tenant_id', 'id']).doUpdateSet(state))
          .execute()
        await change
          .deleteFrom('form_draft')
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('id', 'in', (own) =>
            own
              .selectFrom('form_draft')
              .select('id')
              .where('tenant_id', '=', tenantId)
              .where('user_id', '=', userId)
              .orderBy('kept_at', 'desc')
              .orderBy('id')
              .offset(MAX_DRAFTS),
          )
          .execute()
      })
    },

    async remove({ tenantId, userId }, form, key) {
      await write
        .deleteFrom('form_draft')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('form', '=', form)
        .where('id', '=', key)
        .execute()
    },
  }
}
