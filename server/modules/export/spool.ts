import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Rows that come before their turn: they wait in a file. */
export interface Spool<T> {
  add(rows: readonly T[]): Promise<void>
  /** All of them in their order, once none is added any more. */
  rows(): AsyncGenerator<T>
  /** Removes the file. */
  end(): Promise<void>
}

/** A spool in a folder, which is made where it is missing. */
export async function createSpool<T>(folder: string): Promise<Spool<T>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, randomUUID())
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await once(output, 'open')
  // What goes wrong is met at the next row that is added, or at the end.
  let fault: Error | null = null
  output.on('error', (error) => {
    fault = error
  })
  return {
    async add(rows) {
      if (fault) throw fault
      if (rows.length === 0) return
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      if (!output.write(text)) await once(output, 'drain')
    },
    async *rows() {
      output.end()
      await once(output, 'close')
      if (fault) throw fault
      for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as T
    },
    async end() {
      output.destroy()
      await rm(file, { force: true })
    },
  }
}
