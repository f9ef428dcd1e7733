import { createContext } from 'react'

/** Where a form's records have a page of their own. */
export interface RecordPlace {
  /** Code of the form. */
  form: string
  open(id: string): void
}

/** Present around the list of a form whose address can name a record. */
export const RecordPlaceContext = createContext<RecordPlace | null>(null)
