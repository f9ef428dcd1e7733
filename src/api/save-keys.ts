import { RequestError } from '#renderer/index.ts'
import type { Row } from '#schemas/compile/model.ts'

/**
 * Keys that make a repeated insert harmless. The same record sent again while the first is under way, or after its
 * answer got lost, carries the same key, so that the server makes one record of it. Once answered, the key is spent:
 * entering the same values again is a new record.
 */
export function createSaveKeys(newKey: () => string = randomKey) {
  const open = new Map<string, string>()
  return {
    async use<T>(source: string, row: Row, send: (key: string) => Promise<T>): Promise<T> {
      const content = `${source}\n${JSON.stringify(row)}`
      const key = open.get(content) ?? newKey()
      open.set(content, key)
      try {
        const answer = await send(key)
        open.delete(content)
        return answer
      } catch (error) {
        // Status 0 (no answer), 504 and an abort say nothing about what the server did.
        const answered = error instanceof RequestError && error.status !== 0 && error.status !== 504
        if (answered) open.delete(content)
        throw error
      }
    },
  }
}

/** A name that nobody else has. randomUUID is missing on plain http with a host name; getRandomValues is everywhere. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
