import type { SavedQuery } from '#schemas/page/advanced-query.ts'

/** Advanced queries that this user kept for a form's list, by their titles. */
export interface SavedQueries {
  list(form: string): Promise<readonly SavedQuery[]>
  /** Takes the place of the one with the same title. */
  save(form: string, query: SavedQuery): Promise<void>
  remove(form: string, title: string): Promise<void>
}
