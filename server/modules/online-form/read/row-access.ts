import type { RowSource } from '#schemas/page/source-names.ts'
import type { Connections } from '../../../database/connection.ts'
import { RIGHTS_CHANGED, RIGHTS_CHANNEL } from '../../../permission/rights-channel.ts'
import { createReadBatches } from '../sql/read-batches.ts'
import { createReadQuery, type ReadQuery } from '../sql/read-query.ts'
import { createTableChanges, type TableChanges } from '../sql/table-changes.ts'
import { createTotals } from '../sql/totals.ts'
import { type ComputedRows, createComputedSource } from './computed-source.ts'
import type { RecordSource } from './record-source.ts'
import { createRecords } from './records.ts'
import { createTableSource } from './table-source.ts'

/** Read access to the records of all documents, for the form module and for dictionaries. */
export interface RowAccess {
  store: RecordSource
  read: ReadQuery
  changes: TableChanges
  /** Stops listening to the changes of other processes. */
  close(): void
}

/** Opens the store, and listens to changes of rows so that counted totals are never out of date for long. */
export function createRowAccess(
  connections: Pick<Connections, 'readPool' | 'listen'>,
  computed: Readonly<Record<RowSource, ComputedRows>>,
  now: () => Date = () => new Date(),
): RowAccess {
  const changes = createTableChanges()
  const stop = connections.listen('table_changed', {
    onMessage: changes.bump,
    onUp: changes.setListening,
  })
  // The menu has no such notification: whoever changes its entries – a document, another process, a script – tells of rights.
  const stopRights = connections.listen(RIGHTS_CHANNEL, {
    onMessage: (what) => {
      if (what === RIGHTS_CHANGED) changes.bump('sys_permission')
    },
  })
  const read = createReadQuery(connections.readPool)
  return {
    read,
    changes,
    store: createRecords(
      createTableSource(read, createReadBatches(connections.readPool), createTotals(changes), now),
      createComputedSource(computed, now),
    ),
    close() {
      stop()
      stopRights()
      changes.setListening(false)
    },
  }
}
