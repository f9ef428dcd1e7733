import type { PoolClient } from 'pg'
import { QUERY_MESSAGE } from '#schemas/api/list-view.ts'
import { fieldsIn } from '#schemas/compile/condition-fields.ts'
import { subFieldOf } from '#schemas/compile/joint-query.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Language } from '#schemas/text/text.ts'
import { errorCode } from '../../database/error-code.ts'
import { AppError } from '../../errors.ts'
import type { ListQuery } from '../../http/list-query.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { sessionOf } from '../../permission/session-of.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import {
  type Behaviour,
  countEntering,
  type FormChange,
  type FormView,
  filtersSeen,
  formView,
  hasTable,
  listFields,
  rowsAsked,
} from '../online-form/index.ts'
import { rowsOfQuery, seenQuery } from './seen-query.ts'
import { type Subscription, subscriptionsOf } from './subscribed-queries.ts'

export interface QueryNewsParts {
  documents: Pick<Documents, 'resolve'>
  sessions: Pick<SessionStore, 'rights'>
  /** A sentence, or a word of a form, in a language. */
  say(language: Language, sentence: string): string
  formTitle(language: Language, form: CompiledForm): string
  tell(
    client: PoolClient,
    message: {
      tenantId: number
      userIds: readonly string[]
      title: string
      content: string
      opens: string
      busType: string
      busId: string
    },
    now: Date,
  ): Promise<void>
  warn(reason: unknown, message: string): void
}

/** A user who is told, with the question that the query is to this user. */
interface Listener {
  subscription: Subscription
  session: Session
  query: Pick<ListQuery, 'filter' | 'condition'>
  view: FormView
  /** The rows that it means to this user. */
  asked: string
}

/** Tells those who subscribed to a saved query how many records an operation of somebody else has brought into it: one message each, whatever came in. */
export function queryNews(parts: QueryNewsParts): Behaviour {
  return {
    name: 'subscribed queries',

    async finish(changes, { client, session: { tenantId, userId }, now }) {
      const forms = changedRecords(changes)
      if (forms.size === 0) return
      const codes = [...forms.keys()].map(({ code }) => code)
      // Whoever makes the change knows of it.
      const subscriptions = (await subscriptionsOf(client, tenantId, codes)).filter(
        (one) => one.userId !== userId,
      )
      if (subscriptions.length === 0) return
      // News that cannot be made keep nobody from saving.
      await client.query('savepoint query_news')
      try {
        for (const [form, before] of forms) await tellOf(client, tenantId, form, before, subscriptions, now)
        await client.query('release savepoint query_news')
      } catch (error) {
        await client.query('rollback to savepoint query_news')
        parts.warn(error, 'subscribers of saved queries not told')
      }
    },
  }

  async function tellOf(
    client: PoolClient,
    tenantId: number,
    form: CompiledForm,
    before: ReadonlyMap<string, Row | null>,
    all: readonly Subscription[],
    now: Date,
  ): Promise<void> {
    const counts = new Map<string, Promise<number>>()
    const news = new Map<string, { subscription: Subscription; count: number; userIds: string[] }>()
    for (const subscription of all) {
      if (subscription.form !== form.code) continue
      const listener = await listenerOf(parts, tenantId, form, subscription, now)
      if (!listener) continue
      const asked = `${subscription.id} ${listener.asked}`
      // Whoever sees the same rows is told the same number.
      const counted = counts.get(asked) ?? countOf(client, listener, before, now)
      counts.set(asked, counted)
      const count = await counted
      if (count === 0) continue
      const key = `${subscription.id} ${subscription.language} ${count}`
      const same = news.get(key) ?? { subscription, count, userIds: [] }
      same.userIds.push(subscription.userId)
      news.set(key, same)
    }
    for (const { subscription, count, userIds } of news.values()) {
      const { id, page, title, language } = subscription
      await parts.tell(
        client,
        {
          tenantId,
          userIds,
          title: parts.say(language, `${count} 条记录进入“${title}”`),
          content: parts.say(
            language,
            `${parts.formTitle(language, form)}：有 ${count} 条记录进入您订阅的查询“${title}”。`,
          ),
          opens: page,
          busType: QUERY_MESSAGE,
          busId: id,
        },
        now,
      )
    }
  }
}

/** Records that are there after an operation, by their forms, with what they were before it. */
function changedRecords(changes: readonly FormChange[]): Map<CompiledForm, Map<string, Row | null>> {
  const forms = new Map<CompiledForm, Map<string, Row | null>>()
  for (const { form, recordId, before, after } of changes) {
    const records = forms.get(form) ?? new Map<string, Row | null>()
    // A record may be changed several times.
    if (after === null) records.delete(recordId)
    else if (!records.has(recordId)) records.set(recordId, before)
    if (records.size > 0) forms.set(form, records)
    else forms.delete(form)
  }
  return forms
}

/** The subscriber with the rights of now; null for one who may not see the list, or a condition of the query, any more. */
async function listenerOf(
  { documents, sessions }: QueryNewsParts,
  tenantId: number,
  form: CompiledForm,
  subscription: Subscription,
  now: Date,
): Promise<Listener | null> {
  const { userId, settings } = subscription
  const rights = await sessions.rights({ userId, tenantId })
  if (!rights?.tenants.includes(tenantId) || !subscription.isFor(rights)) return null
  const session = sessionOf('query-news', tenantId, rights)
  if (!canBeSubscribed(form) || !may(session, 'list', { form }).allowed) return null
  const view = formView(session, form)
  const list = {
    form,
    hidden: view.hidden,
    find: listFields(documents, form, session),
    filters: filtersSeen(documents, form, session),
  }
  try {
    const { settings: seen, lost } = seenQuery(settings, list)
    const query = lost.length > 0 ? null : rowsOfQuery(seen, list)
    if (!query || asksSubRows(query)) return null
    return { subscription, session, query, view, asked: rowsAsked(view, session, query, now) }
  } catch (error) {
    // It compares in a way that the form does not have any more.
    if (error instanceof AppError) return null
    throw error
  }
}

/** How many records have entered; a query that the database cannot answer keeps nobody from the news of others. */
async function countOf(
  client: PoolClient,
  { view, session, query }: Listener,
  before: ReadonlyMap<string, Row | null>,
  now: Date,
): Promise<number> {
  await client.query('savepoint query_count')
  try {
    const count = await countEntering(client, view, session, query, before, now)
    await client.query('release savepoint query_count')
    return count
  } catch (error) {
    if (!errorCode(error)?.startsWith('22')) throw error
    await client.query('rollback to savepoint query_count')
    return 0
  }
}

/** Whether it is known of a form's rows what they were before a change. */
export function canBeSubscribed(form: CompiledForm): boolean {
  return hasTable(form) && form.document.list?.url === undefined
}

/** A question about rows of a sub table: what they were before a change is not known of their record. */
export function asksSubRows({ filter, condition }: Pick<ListQuery, 'filter' | 'condition'>): boolean {
  return [filter, condition].some((one) => one !== null && fieldsIn(one).some((name) => subFieldOf(name)))
}
