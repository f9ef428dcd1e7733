import { lazy } from 'react'

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

/** React's `lazy` for what is drawn inside of a page that may hold input: its program is asked for more than once. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load))
