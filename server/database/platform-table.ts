/** Which rows of a table a tenant has. */
export type TableScope =
  /** Those that bear its number. */
  | { by: 'column'; column: string }
  /** Those that another table joins to it: users by their membership. */
  | { by: 'members'; table: string; row: string; tenant: string }
  /** All: the table is shared by all tenants. */
  | { by: 'everyone' }
  /** All, in the tenant of the platform itself; the others have none. */
  | { by: 'platform' }

/** What is read beside the columns of a table. */
export interface ComputedColumn {
  type: string
  /** Its value; `$1` is the tenant. */
  sql: string
  /** It is made of the row's own columns. */
  own?: true
  /** Tables whose rows decide its value, where they tell of their changes. */
  reads?: readonly string[]
  /**
   * For a value that joins keys: SELECT of the rows' keys that hold any of the keys in an array, whose placeholder is given. A filter then asks
   * who holds a key instead of computing the value of every row.
   */
  holders?(keys: string): string
}

/** How the rows of a table are found that only ever grows. */
export interface Journal {
  /** Column of the time, by which they lie. */
  time: string
  /** Columns of which an index finds a value in the order of time. */
  found: readonly string[]
}

/** A table of the schema `platform`, as documents, dictionaries and statements know it. Migrations make it. */
export interface PlatformTable {
  /** SQL types by the name on the wire; the column is called so in snake case (`postRank`: `post_rank`). */
  columns: Readonly<Record<string, string>>
  scope: TableScope
  /** SQL type of the key, where it is no text. */
  key?: 'integer'
  /**
   * What is read beside the columns, as SQL; `$1` is the tenant. A behaviour writes what stands behind it.
   */
  computed?: Readonly<Record<string, ComputedColumn>>
  /** Columns that are written and never read: statements find null there. */
  writeOnly?: Readonly<Record<string, string>>
  /** Column that says 1 of a deleted row; where absent, rows are deleted for good. */
  deleted?: string
  /** Columns that say whom or what a row meant when it was written: what they name may be deleted. */
  recorded?: readonly string[]
  /** Column that counts the saves of a row; a table without one cannot be changed through a document. */
  version?: string
  /** What may not repeat, by the name of the constraint: names on the wire. */
  unique?: Readonly<Record<string, readonly string[]>>
  /** Columns that dictionaries, trees and linked dropdowns may read without a right to the table. */
  lookup?: readonly string[]
  /** Columns that the condition of such a look-up may speak of besides. */
  conditions?: readonly string[]
  /** Whoever is no administrator sees through documents with these rights the rows of the own departments and those below; the column has the organisation code. */
  keptWith?: { rights: string; orgCode: string }
  /** Rows come all the time and are never changed: a counted total may be a moment old where counting is slow. */
  journal?: Journal
  /** Names on the wire by which an index finds a page in its order, besides the key. */
  indexed?: readonly string[]
}

/** Tables whose changes may change what a list of these holds, all of which tell of them; null where not all are known, and for journals. */
export function countedBy(
  name: string,
  { scope, computed, journal }: PlatformTable,
): readonly string[] | null {
  const read = Object.values(computed ?? {}).map(({ own, reads }) => (own ? [] : reads))
  if (journal || read.some((tables) => tables === undefined)) return null
  return [
    ...new Set([
      name,
      ...(scope.by === 'members' ? [scope.table] : []),
      ...read.flatMap((tables) => tables ?? []),
    ]),
  ]
}

/** Who wrote a row, and when. */
export const STAMPS = {
  createBy: 'varchar(50)',
  createTime: 'timestamp(0)',
  updateBy: 'varchar(50)',
  updateTime: 'timestamp(0)',
} as const
/** Rows bear the number of their tenant. */
export const OF_TENANT: TableScope = { by: 'column', column: 'tenant_id' }
/** One set of rows for all tenants. */
export const SHARED: TableScope = { by: 'everyone' }
/** Rows of the platform itself. */
export const OF_PLATFORM: TableScope = { by: 'platform' }
