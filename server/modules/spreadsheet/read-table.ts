import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from '../../bounded-queue.ts'
import { badRequest } from '../../errors.ts'
import type { ReadSheet } from './read-cells.ts'

/** A thread of its own for as long (ms) and with as much memory (MB) as the largest honest file takes. */
const LIMITS = { ms: 60_000, mb: 512 }
const readings = createBoundedQueue({ running: 2, waiting: 20 })

type Answer = { sheets: ReadSheet[] } | { refused: string }

/**
 * The sheets of a spreadsheet in a stored file. It is read in a thread with limits of memory and time, since nobody knows what is in
 * it; whatever cannot be read is refused in words.
 */
export function readTable(file: string, name: string, limits = LIMITS): Promise<ReadSheet[]> {
  return readings.run(async () => {
    const answer = await answerOf(file, name, limits)
    if ('refused' in answer) throw badRequest(answer.refused)
    return answer.sheets
  })
}

function answerOf(file: string, name: string, { ms, mb }: typeof LIMITS): Promise<Answer> {
  const worker = start(file, name, mb)
  return new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => resolve({ refused: '文件读取超时，请拆分后再导入' }), ms)
    worker.once('message', resolve)
    worker.once('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ refused: '文件内容过多，请拆分后再导入' })
        : reject(error),
    )
    worker.once('exit', (code) => reject(new Error(`the reader of spreadsheets ended with ${code}`)))
    void worker.once('exit', () => clearTimeout(timer))
  }).finally(() => void worker.terminate())
}

/** The thread's program beside the built server, or its source where the server runs from sources. */
function start(file: string, name: string, mb: number): Worker {
  const options = { workerData: { file, name }, resourceLimits: { maxOldGenerationSizeMb: mb } }
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('table-worker.js', import.meta.url), options)
  const source = JSON.stringify(new URL('table-worker.ts', import.meta.url).href)
  return new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`,
    { ...options, eval: true },
  )
}
