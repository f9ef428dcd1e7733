import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './read-cells.ts'
import { readSheets } from './read-sheets.ts'

// What the thread of `readTable` does: it answers the sheets, or a sentence.
const { file, name } = workerData as { file: string; name: string }
try {
  parentPort?.postMessage({ sheets: await readSheets(await readFile(file), name) })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  parentPort?.postMessage({ refused: error.message })
}
