import type { Undoing } from '#schemas/api/operation.ts'
import { AppError, forbidden } from '../../errors.ts'
import type { AnswerTexts } from '../../http/answer-language.ts'
import { forReader } from '../../language.ts'
import { sessionNow } from '../../permission/session-now.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { JobClass } from '../job/job-classes.ts'
import { Unwanted, withProgress } from '../job/order-progress.ts'
import { orderJob } from '../job/orders.ts'
import { type TakeBackParts, takeBack } from './undo.ts'
import type { BegunUndo, UndoOrders } from './undo-orders.ts'

type Problem = Undoing['problems'][number]

export interface UndoJobParts extends TakeBackParts {
  orders: UndoOrders
  sessions: Pick<SessionStore, 'rights'>
  texts: AnswerTexts
  /** Sends a message to one user. */
  send(message: {
    author: string
    tenantId: number
    userId: string
    title: string
    content: string
    opens: string
  }): Promise<void>
  warn(reason: unknown, message: string): void
}

/** The work of the job: takes back what was ordered to be, one operation after the other, so that none waits for the records of another. */
export function undoJob(parts: UndoJobParts): JobClass {
  return orderJob(parts.orders, { atOnce: 1, told: (count) => `后台撤销：${count} 个` }, (order, signal) =>
    perform(parts, order, signal),
  )
}

async function perform(parts: UndoJobParts, order: BegunUndo, signal: AbortSignal): Promise<void> {
  const { orders, texts, warn, send } = parts
  const say = (sentence: string) => texts.say(order.language, sentence)
  const { tenantId, userId, username, title, form } = order
  const message = (headline: string, content: string) =>
    send({
      tenantId,
      userId,
      author: username,
      title: say(headline),
      content: say(content),
      opens: form,
    }).catch((reason: unknown) => warn(reason, 'message of an undo not sent'))
  try {
    const { count } = await takeBackNow(parts, order, signal)
    if (await orders.done(order)) await message(`撤销完成：${title}`, `共 ${count} 条记录已恢复到操作之前。`)
  } catch (error) {
    if (signal.aborted) return orders.giveBack(order)
    if (error instanceof Unwanted) return
    if (!(error instanceof AppError)) warn(error, 'undo failed')
    const why = error instanceof AppError ? error.message : '系统繁忙，撤销未完成，请稍后重试'
    const problems = problemsOf(error).map((one) => ({ ...one, message: say(one.message) }))
    if (await orders.fail(order, say(why), problems))
      await message(`撤销失败：${title}`, `原因：${escaped(say(why))}`)
  }
}

/** Takes it back as its user may now; a second try after the end of a process finds what the first one did. */
async function takeBackNow(
  parts: UndoJobParts,
  order: BegunUndo,
  signal: AbortSignal,
): Promise<{ count: number }> {
  const { orders, sessions, texts } = parts
  const session = await sessionNow(sessions, order, 'undo')
  if (!session) throw forbidden('您没有撤销该操作的权限')
  const { requestId, address } = order
  const context = {
    session,
    requestId,
    idempotencyKey: `undo-${order.id}`,
    ...(address === null ? {} : { address }),
  }
  return withProgress({ orders, order, signal }, (ended, tell) =>
    forReader(texts.readerOf(order.language), () =>
      takeBack(parts, order.form, order.operationId, context, (changes) => {
        ended.throwIfAborted()
        tell(changes)
      }),
    ),
  )
}

function problemsOf(error: unknown): Problem[] {
  const { errors } = ((error instanceof AppError && error.detail) || {}) as { errors?: readonly Problem[] }
  return (errors ?? []).map(({ message, record }) => ({ message, ...(record ? { record } : {}) }))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
