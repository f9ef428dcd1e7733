import { randomUUID } from 'node:crypto'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { createBoundedQueue } from '../../bounded-queue.ts'
import { AppError } from '../../errors.ts'
import type { FormWriter, WriteContext } from '../online-form/index.ts'
import type { FileStore } from './file-store.ts'
import { type JudgingParts, judgeLines, lineLinks, readerOf, sentRows } from './judging.ts'
import type { LineStore } from './line-store.ts'
import type { JudgedLine, KeptFile } from './staged-files.ts'

/** A worker says so often (ms) that it is still there. */
const SAYS_EVERY = 5_000

export interface WorkParts extends JudgingParts {
  files: FileStore
  lines: LineStore
  writer: Pick<FormWriter, 'judgeRows' | 'importRows'>
  log: { error(data: object, message: string): void }
}

/**
 * Does what a file waits for, judging or saving, while its sender looks on or is away: whoever asks for the file carries it on. Work that ended
 * with its process is begun again by the next who asks; a save is known by its key, so that it is never done twice.
 */
export function createWork(parts: WorkParts) {
  const { files, lines, writer, log, say } = parts
  const queue = createBoundedQueue({ running: 2, waiting: 50 })

  async function judge(form: CompiledForm, file: KeptFile, context: WriteContext, tell: Tell): Promise<void> {
    await lines.forget(file.id)
    const links = await lineLinks(parts, form, file, context)
    let done = 0
    // Verdicts are written while the next lines are judged.
    let written = Promise.resolve()
    for await (const some of lines.each(file.id))
      await judgeLines(parts, form, file, some, links, context, async (verdicts) => {
        await written
        done += verdicts.length
        const judged = done
        written = lines.keep(file.id, verdicts).then(() => tell(judged))
        // Its failure is heard where it is waited for.
        written.catch(() => undefined)
      })
    await written
  }

  async function save(form: CompiledForm, file: KeptFile, context: WriteContext, tell: Tell) {
    const [fresh, changed] = [await lines.sorted(file.id, 'new'), await lines.sorted(file.id, 'changed')]
    const good: JudgedLine[] = [...fresh, ...changed].sort((a, b) => a.no - b.no)
    const read = await readerOf(parts, form, file, good, context)
    const { operation, refused } = await writer.importRows(
      form,
      sentRows(form, file, good, await lineLinks(parts, form, file, context), read),
      { ...context, idempotencyKey: `import-${file.id}` },
      { onProgress: (done) => void tell(done).catch(() => undefined) },
    )
    const left = refused.flatMap(({ at, errors }) => {
      const line = good[at]
      return line ? [{ no: line.no, errors, isChange: line.record !== null }] : []
    })
    const refusedNumbers = new Set(left.map(({ no }) => no))
    const same = await lines.sorted(file.id, 'same')
    const gone = [...good, ...same].map(({ no }) => no).filter((no) => !refusedNumbers.has(no))
    await lines.leave(file.id, gone, left)
    const changes = left.filter(({ isChange }) => isChange).length
    const [added, altered] = [fresh.length - (left.length - changes), changed.length - changes]
    return {
      operation: added + altered > 0 ? operation : null,
      added,
      changed: altered,
      refused: (await lines.counts(file.id)).all,
    }
  }

  async function work(form: CompiledForm, file: KeptFile, context: WriteContext): Promise<void> {
    const worker = randomUUID()
    if (!(await files.claim(file.id, file.state, worker))) return
    let told = 0
    const tell: Tell = async (done) => {
      told = done
      await files.tell(file.id, worker, done)
    }
    const timer = setInterval(() => void files.tell(file.id, worker, told).catch(() => undefined), SAYS_EVERY)
    const isJudging = file.state === 'judging'
    try {
      if (isJudging) {
        await judge(form, file, context, tell)
        await files.finish(file.id, worker, { state: 'ready' })
      } else {
        const outcome = await save(form, file, context, tell)
        await files.finish(file.id, worker, { state: 'done', outcome })
      }
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, file: file.id }, 'an import failed')
      const failure = say(error instanceof AppError ? error.message : '导入失败，请重试')
      await files.finish(file.id, worker, { state: isJudging ? 'matching' : 'ready', failure })
    } finally {
      clearInterval(timer)
    }
  }

  /** Does what the file waits for, unless somebody is at it; the caller does not wait for it. */
  return function carryOn(form: CompiledForm, file: KeptFile, context: WriteContext): void {
    if (file.state !== 'judging' && file.state !== 'saving') return
    void queue
      .run(() => work(form, file, context))
      .catch((error: unknown) => log.error({ err: error, file: file.id }, 'an import was not carried on'))
  }
}

type Tell = (done: number) => Promise<void>
