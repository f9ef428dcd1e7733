import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { untilLoaded } from '#renderer/index.ts'

/** A chunk that takes longer is given up. */
export const CHUNK_TIMEOUT_MS = 120_000

/** Longer than React may wait before it draws what a failed part left behind. */
const FAILURE_STAYS_MS = 1000

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

/**
 * One loading for each name, for `use`. A failed one is begun anew, but not at once: a page that is drawn again before it
 * has met the failure would ask for ever, as fast as the network refuses.
 */
export function keptLoads<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loads = new Map<string, Promise<T>>()
  return (name) => {
    const known = loads.get(name)
    if (known) return known
    const loading = load(name)
    loading.catch(() => setTimeout(() => loads.delete(name), FAILURE_STAYS_MS))
    loads.set(name, loading)
    return loading
  }
}

/** A component whose program is loaded when it is first needed. */
export interface LazyComponent<P extends object> {
  (props: P): ReactNode
  /** Loads the program ahead of its use. */
  load(): Promise<unknown>
  isLoaded(): boolean
}

/**
 * `lazy` for a named export that can be loaded ahead. Once it is there it is drawn at once: React's own `lazy` shows the
 * fallback first even then, and keeps every fallback for 300 ms.
 */
export function lazyNamed<K extends string, P extends object>(
  load: () => Promise<{ [key in K]: ComponentType<P> }>,
  name: K,
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null

  function begin(): Promise<ComponentType<P>> {
    loading ??= loadChunk(() => untilLoaded(load)).then(
      (module) => {
        loaded = module[name]
        return loaded
      },
      (error: unknown) => {
        loading = null
        // 重试 asks for it again, while React's own lazy would remember the failure for ever. Not at once: who is waiting
        // has to meet the failure first.
        setTimeout(() => {
          Later = later()
        }, FAILURE_STAYS_MS)
        throw error
      },
    )
    return loading
  }

  const later = () => lazy(async () => ({ default: await begin() }))
  let Later = later()
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, as React's lazy is
  function Part(props: P): ReactNode {
    // Held, so that a part that was drawn late is not drawn anew.
    const [Drawn] = useState<ComponentType<P>>(() => loaded ?? Later)
    return createElement(Drawn, props)
  }
  return Object.assign(Part, { load: begin, isLoaded: () => loaded !== null })
}
