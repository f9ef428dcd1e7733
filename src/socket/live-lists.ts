import type { LiveLists, RowNews } from '#renderer/index.ts'
import type { LiveRowsSocket } from './live-rows-socket.ts'

type Listener = (news: RowNews) => void

/** The line outlives its last list for a while: the next page most often has one, too. */
export const LINGER_MS = 30_000

/** The lists of this page; they have a line while there is one to hear for. */
export interface LiveListsOfPage extends LiveLists {
  /** Says how a line is opened, while somebody is signed in; null ends the one there is. */
  use(open: (() => LiveRowsSocket) | null): void
}

/** Joins the lists that are on the screen to one line, which is open as long as there are any. */
export function createLiveLists(): LiveListsOfPage {
  const joined = new Map<{ form: string; listener: Listener }, () => void>()
  const nothing = () => {}
  let open: (() => LiveRowsSocket) | null = null
  let line: LiveRowsSocket | null = null

  let lingering: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    line?.close()
    line = null
    for (const one of joined.keys()) joined.set(one, nothing)
  }

  function follow(): void {
    clearTimeout(lingering)
    if (!open) {
      end()
      return
    }
    if (joined.size === 0) {
      lingering = setTimeout(end, LINGER_MS)
      return
    }
    line ??= open()
    for (const [one, leave] of joined)
      if (leave === nothing) joined.set(one, line.join(one.form, { onRows: one.listener }))
  }

  return {
    watch(form, listener) {
      const one = { form, listener }
      joined.set(one, nothing)
      follow()
      return () => {
        joined.get(one)?.()
        joined.delete(one)
        follow()
      }
    },
    use(next) {
      open = null
      follow()
      open = next
      follow()
    },
  }
}
