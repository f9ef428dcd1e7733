import type { PrintedRecords } from '#schemas/api/print.ts'
import type { Call } from './call.ts'

/** What of a list is printed. */
interface WantedPrint {
  /** Chosen records; all of the query where absent. */
  ids?: readonly string[]
  /** With the rows of sub tables. */
  whole: boolean
}

/** Answers records of a list to be printed: as many as may be printed together, and how many there are. */
export type PrintRows<Source, Query> = (
  source: Source,
  query: Query,
  wanted: WantedPrint,
  call?: Call,
) => Promise<PrintedRecords>
