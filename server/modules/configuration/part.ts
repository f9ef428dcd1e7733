import type { Pool, PoolClient } from 'pg'
import type { TSchema } from 'typebox'
import type { EntryName, PartKind } from '#schemas/api/configuration.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { Together } from '../online-form/index.ts'
import type { RoleGrants } from '../role/grants.ts'

/** Where entries are read: the tables and documents of this installation, for a session. */
export interface PartContext {
  db: Pick<Pool | PoolClient, 'query'>
  session: Session
  documents: Pick<Documents, 'entries' | 'entry' | 'page' | 'pages' | 'resolve' | 'references'>
}

/** The transaction of a take. Its context reads inside of it and knows the package's forms already. */
export interface Take {
  context: PartContext
  together: Together
  grants: RoleGrants
  requestId: string
  /** Does the work for one entry; a refusal then names the entry. */
  at<T>(title: string, work: () => Promise<T>): Promise<T>
  /** Told of what other processes and open browsers must hear of once it is committed. */
  changed(what: 'documents' | 'texts'): void
}

/** A kind of entries that packages hold. A new kind is one file with such an object, and a line in `parts/index.ts`. */
export interface Part<Entry extends object> {
  kind: PartKind
  /** What the kind, and one entry of it, is called. */
  title: string
  /** Shape of an entry. */
  shape: TSchema
  /** Shared by all tenants: read and taken in the first one alone. */
  isShared: boolean
  /** Codes that reading it, and taking it in, needs besides those of the call. */
  rights: { read: string; take: readonly string[] }
  /** What an entry is known by in every installation: never an id. */
  keyOf(entry: Entry): string
  titleOf(entry: Entry): string
  names(context: PartContext): Promise<EntryName[]>
  /** Entries as they are here; all where no keys are given. */
  read(context: PartContext, keys: readonly string[] | null): Promise<Entry[]>
  /** The entry with its lists as objects, by what tells their members apart: what `differences` walks. */
  comparable(entry: Entry): object
  /** True for a place where what only this installation has stays when the entry is taken in. */
  keeps?(path: readonly string[]): boolean
  /** Why entries cannot be taken in, by their keys. */
  faults?(entries: readonly Entry[], context: PartContext, all: PackageEntries): Promise<Map<string, string>>
  /** How many records an entry is. */
  size(entry: Entry): number
  apply(entries: readonly Entry[], take: Take): Promise<void>
}

/** The entries of a package by kind, after their shapes were checked. */
export type PackageEntries = ReadonlyMap<PartKind, ReadonlyMap<string, object>>
