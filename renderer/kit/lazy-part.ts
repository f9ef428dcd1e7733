import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A part of the program that does not arrive is asked for again after these pauses. */
const PAUSES_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000]

/** Loads a part of the program; a server that is away for a moment costs a moment, not the page. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch (error) {
      console.warn('a part of the program did not arrive and is asked for again', error)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

/** A component whose program is a file of its own. */
export interface LoadedPart {
  /** Asks for the program before it is drawn; a second call waits for the first. */
  load(): Promise<unknown>
  isLoaded(): boolean
}

/**
 * React's `lazy` for what is drawn inside of a page that may hold input: its program is asked for more than once, and may
 * be asked for early. What is there by then is drawn at once, where `lazy` would show the place holder first.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ((props: P) => ReactNode) & LoadedPart {
  let loaded: ComponentType<P> | null = null
  let asked: Promise<{ default: ComponentType<P> }> | null = null
  const loadOnce = (): Promise<{ default: ComponentType<P> }> => {
    asked ??= untilLoaded(load).then(
      (part) => {
        loaded = part.default
        return part
      },
      (error: unknown) => {
        asked = null
        throw error
      },
    )
    return asked
  }
  const Waiting = lazy(loadOnce) as unknown as ComponentType<P>
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, as React's lazy is
  function LazyPart(props: P): ReactNode {
    // What was drawn first stays: another component in its place would lose what is being typed.
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Waiting)
    return createElement(Part, props)
  }
  return Object.assign(LazyPart, { load: loadOnce, isLoaded: () => loaded !== null })
}

/** Whether a component can be loaded before it is drawn. */
export function isLoadedPart(component: unknown): component is LoadedPart {
  return typeof component === 'function' && 'isLoaded' in component && 'load' in component
}
