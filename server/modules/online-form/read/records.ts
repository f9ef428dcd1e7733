import type { RecordSource } from './record-source.ts'
import type { Readable } from './scoped-where.ts'

/** One source for all documents: those whose rows lie in a table, and those whose rows are computed. */
export function createRecords(table: RecordSource, computed: RecordSource): RecordSource {
  const of = (from: Readable) => (from.table ? table : computed)
  return {
    list: (view, session, query, more) => of(view).list(view, session, query, more),
    each: (view, session, query, batches, more, only) =>
      of(view).each(view, session, query, batches, more, only),
    rows: (view, session, conditions, order, limit, only) =>
      of(view).rows(view, session, conditions, order, limit, only),
    get: (view, session, id) => of(view).get(view, session, id),
    lookup: (from, session, lookup) => of(from).lookup(from, session, lookup),
    existing: (from, session, lookup, client) => of(from).existing(from, session, lookup, client),
    treeLevel: (from, session, level) => of(from).treeLevel(from, session, level),
    treeSearch: (from, session, search) => of(from).treeSearch(from, session, search),
    treePath: (from, session, path) => of(from).treePath(from, session, path),
    linkLevel: (from, session, level) => of(from).linkLevel(from, session, level),
  }
}
