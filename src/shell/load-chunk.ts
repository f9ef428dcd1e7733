import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A chunk that takes longer is given up. */
export const CHUNK_TIMEOUT_MS = 120_000

/** A part of the program did not arrive: the network failed, or a newer build replaced it. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading chunk failed', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Loads a part of the program, with the time limit and one name for every kind of failure. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs: number = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      load(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`timeout after ${timeoutMs} ms`)), timeoutMs)
      }),
    ])
  } catch (error) {
    throw new ChunkLoadError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** `lazy` for a named export. */
export function lazyNamed<K extends string, P extends object>(
  load: () => Promise<{ [key in K]: ComponentType<P> }>,
  name: K,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }))
}
