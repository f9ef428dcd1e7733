/** Rows that a server module computes, by the name that a document's `store.source` uses. */
export const ROW_SOURCES = [
  'deleted-user',
  'menu-page',
  'my-depart',
  'my-export',
  'my-message',
  'online-user',
  'text',
] as const
export type RowSource = (typeof ROW_SOURCES)[number]
