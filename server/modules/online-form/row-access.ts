import type { Connections } from '../../database/connection.ts'
import { createReadQuery, type ReadQuery } from './read-query.ts'
import { createFormStore, type FormStore } from './store.ts'
import { createTableChanges, type TableChanges } from './table-changes.ts'
import { createTotals } from './totals.ts'

/** Read access to the rows of all online forms, for the form module and for dictionaries. */
export interface RowAccess {
  store: FormStore
  read: ReadQuery
  changes: TableChanges
  /** Stops listening to the changes of other processes. */
  close(): void
}

/** Opens the store, and listens to changes of rows so that counted totals are never out of date for long. */
export function createRowAccess(
  connections: Pick<Connections, 'readPool' | 'listen'>,
  now: () => Date = () => new Date(),
): RowAccess {
  const changes = createTableChanges()
  const stop = connections.listen('table_changed', {
    onMessage: changes.bump,
    onUp: changes.setListening,
  })
  const read = createReadQuery(connections.readPool)
  return {
    read,
    changes,
    store: createFormStore(read, createTotals(changes), now),
    close() {
      stop()
      changes.setListening(false)
    },
  }
}
