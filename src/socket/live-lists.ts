import type { LiveLists, LiveRecords, RowNews } from '#renderer/index.ts'
import type { Place } from '#schemas/api/presence.ts'
import type { LiveRowsSocket, TableListener } from './live-rows-socket.ts'
import { createPeople } from './people.ts'

/** The line outlives its last list for a while: the next page most often has one, too. */
export const LINGER_MS = 30_000
/** Who walks through cells tells it so often at most. */
export const PLACE_MS = 200

/** The lists and records of this page; they have a line while there is one to hear for. */
export interface LiveListsOfPage extends LiveLists, LiveRecords {
  /** Says how a line is opened, while somebody is signed in; null ends the one there is. */
  use(open: (() => LiveRowsSocket) | null): void
}

/** What is shown, and how it hears. */
interface Joined {
  key: string
  listener: TableListener
  /** Of a record: where this user is in it. */
  place?: Place | null
}

/** Joins the lists and records that are on the screen to one line, which is open as long as there are any. */
export function createLiveLists(ownPage: string): LiveListsOfPage {
  const joined = new Map<Joined, () => void>()
  const nothing = () => {}
  let open: (() => LiveRowsSocket) | null = null
  let line: LiveRowsSocket | null = null

  let lingering: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    line?.close()
    line = null
    for (const one of joined.keys()) {
      joined.set(one, nothing)
      one.listener.onDown?.()
    }
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
    for (const [one, leave] of joined) {
      if (leave !== nothing) continue
      joined.set(one, line.join(one.key, one.listener))
      if (one.place !== undefined) line.tellPlace(one.key, one.place)
    }
  }

  function join(one: Joined): () => void {
    joined.set(one, nothing)
    follow()
    return () => {
      joined.get(one)?.()
      joined.delete(one)
      follow()
    }
  }

  return {
    watch: (form, onRows) => join({ key: form, listener: { onRows } }),
    open(form, id, { onPeople, onSaved }) {
      const people = createPeople(ownPage, onPeople)
      const isOfRecord = ({ changed, isMany }: RowNews) => isMany || changed.includes(id)
      const leaveList = join({ key: form, listener: { onRows: (news) => isOfRecord(news) && onSaved() } })
      const record: Joined = {
        key: `${form}:${id}`,
        listener: { onPerson: people.hear, onDown: people.forget },
        place: null,
      }
      const leaveRecord = join(record)
      let told: ReturnType<typeof setTimeout> | undefined
      return {
        place(place) {
          record.place = place
          told ??= setTimeout(() => {
            told = undefined
            line?.tellPlace(record.key, record.place ?? null)
          }, PLACE_MS)
        },
        close() {
          clearTimeout(told)
          people.close()
          leaveRecord()
          leaveList()
        },
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
