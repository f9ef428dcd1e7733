import type {
  Audiences,
  ChangeQueryBody,
  QueryCard,
  QueryCounts,
  SavedQueryOfUser,
  SaveQueryBody,
  UseQueryBody,
} from '#schemas/api/list-view.ts'
import type { ListPlace } from './data-client.ts'

/** A query that is to be kept: its name, for whom, what it asks for. */
export type NewQuery = Omit<SaveQueryBody, 'page'>

/** Queries that are kept for a list under names. What a keeper does not have is offered nowhere. */
export interface SavedQueries {
  /** Those of this user, read anew. */
  list(place: ListPlace): Promise<readonly SavedQueryOfUser[]>
  /** Takes the place of one of the same name for the same people; answers its id. */
  save(place: ListPlace, query: NewQuery): Promise<string>
  remove(place: ListPlace, id: string): Promise<void>
  change?: ((place: ListPlace, id: string, change: ChangeQueryBody) => Promise<void>) | undefined
  /** What the user does with a query: begins with it, has it at home, is told of new records. */
  use?: ((place: ListPlace, id: string, use: UseQueryBody) => Promise<void>) | undefined
  /** Those that stand on the home page of the user. */
  home?: (() => Promise<readonly QueryCard[]>) | undefined
  order?: ((place: ListPlace, ids: readonly string[]) => Promise<void>) | undefined
  counts?: ((place: ListPlace) => Promise<QueryCounts>) | undefined
  /** Whom a query can be shared with. */
  audiences?: (() => Promise<Audiences>) | undefined
  /** What this browser kept before the server did goes there, once; true where something did. */
  takeOver?(place: ListPlace, known: readonly SavedQueryOfUser[]): Promise<boolean>
}
