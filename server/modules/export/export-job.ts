import { AppError, forbidden } from '../../errors.ts'
import type { AnswerTexts } from '../../http/answer-language.ts'
import { forReader } from '../../language.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { maskedParameters } from '../../operation/masked-parameters.ts'
import { may } from '../../permission/may.ts'
import { sessionNow } from '../../permission/session-now.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { MadeFiles } from '../file/made-files.ts'
import type { JobClass } from '../job/job-classes.ts'
import { Unwanted, withProgress } from '../job/order-progress.ts'
import { orderJob } from '../job/orders.ts'
import { type OnlineFormParts, usableForm } from '../online-form/index.ts'
import { type BegunOrder, type ExportOrders, KEPT_DAYS } from './export-orders.ts'
import type { Exporter } from './exporter.ts'
import { EXPORT } from './log-word.ts'

/** Files that are made at the same time: a long one holds up no short one. */
const AT_ONCE = 2
/** Where a client finds its exports: the code of the document. */
const FORM = 'my_export'
const NAMED_IN_TITLE = 60

export interface ExportJobParts {
  orders: ExportOrders
  documents: OnlineFormParts['documents']
  exporter: Exporter
  files: MadeFiles
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
  /** Lists of the user's exports load again. */
  changed(order: BegunOrder): Promise<void>
  log: Pick<EventLog, 'write'>
  warn(reason: unknown, message: string): void
}

/** The work of the job: makes the files that were ordered, until none waits. */
export function exportJob(parts: ExportJobParts): JobClass {
  return orderJob(
    parts.orders,
    { atOnce: AT_ONCE, told: (count) => `后台导出：${count} 个` },
    (order, signal) => perform(parts, order, signal),
  )
}

async function perform(parts: ExportJobParts, order: BegunOrder, signal: AbortSignal): Promise<void> {
  const { orders, texts, warn, changed, send } = parts
  const tell = () => changed(order).catch((reason: unknown) => warn(reason, 'export not told'))
  const say = (sentence: string) => texts.say(order.wanted.language, sentence)
  const named = order.title.slice(0, NAMED_IN_TITLE)
  const begun = Date.now()
  const message = (title: string, content: string) =>
    send({
      tenantId: order.tenantId,
      userId: order.userId,
      author: order.username,
      title: say(title),
      content: say(content),
      opens: FORM,
    }).catch((reason: unknown) => warn(reason, 'message of an export not sent'))
  await tell()
  try {
    const made = await makeFile(parts, order, signal)
    noteIn(parts, order, { count: made.rows, result: 'success', ms: Date.now() - begun })
    await message(
      `导出完成：${named}`,
      `共 ${made.rows} 条。文件保留 ${KEPT_DAYS} 天，请在“我的导出”中下载。`,
    )
  } catch (error) {
    if (signal.aborted) return orders.giveBack(order)
    if (error instanceof Unwanted) return
    if (!(error instanceof AppError)) warn(error, 'export failed')
    const why = error instanceof AppError ? error.message : '系统繁忙，导出未完成，请稍后重试'
    if (!(await orders.fail(order, say(why)))) return
    noteIn(parts, order, { count: 0, result: 'failure', ms: Date.now() - begun })
    await message(`导出失败：${named}`, `原因：${escaped(say(why))}`)
  } finally {
    await tell()
  }
}

/** Makes and keeps the file as its user may see the rows now. */
async function makeFile(
  { orders, documents, exporter, files, sessions, texts, changed }: ExportJobParts,
  order: BegunOrder,
  signal: AbortSignal,
): Promise<{ rows: number }> {
  const { form } = usableForm(documents, order.form)
  const session = await sessionNow(sessions, order, 'export')
  if (!session || !may(session, 'export', { form }).allowed) throw forbidden('您已没有导出该数据的权限')
  const { language, ...wanted } = order.wanted
  const watched = { orders, order, signal, told: () => changed(order) }
  return withProgress(watched, (ended, tell) =>
    forReader(texts.readerOf(language), async () => {
      let rows = 0
      const { name, type, bytes } = await exporter(form, session, {
        ...wanted,
        signal: ended,
        onRows(count) {
          rows = count
          tell(count)
        },
      })
      const file = await files.keep(session, {
        name,
        type,
        ending: wanted.format,
        biz: 'export',
        bytes,
        days: KEPT_DAYS,
      })
      const isKept = await orders.done(order, { path: file.path, name, size: file.size, rows })
      if (!isKept) {
        await files.remove(file.path)
        throw new Unwanted()
      }
      return { rows }
    }),
  )
}

function noteIn(
  { log, documents }: ExportJobParts,
  { id, form: code, title, tenantId, userId, username, wanted }: BegunOrder,
  { count, result, ms }: { count: number; result: 'success' | 'failure'; ms: number },
): void {
  const secret = new Set(documents.resolve(code)?.permissions.columns.map(({ field }) => field))
  log.write({
    kind: 'operation',
    content: `后台导出${title}：${count} 条`,
    result,
    username,
    userId,
    tenantId,
    address: '',
    requestId: id,
    route: '/online/export/:code',
    method: 'POST',
    change: {
      type: EXPORT,
      url: `/online/export/${code}`,
      parameters: maskedParameters(
        { ...wanted.query, exportFields: wanted.fields, format: wanted.format },
        secret,
      ),
      ms,
    },
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
