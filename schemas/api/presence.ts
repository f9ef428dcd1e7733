/** Where somebody is in an opened record. */
export interface Place {
  /** Code of the sub table. */
  sub: string
  /** Key of a stored row; null in a row that only its user has yet, or that the reader may not see. */
  row: string | null
  /** Column; null beside the cells, or where the reader may not see it. */
  field: string | null
  /** An editor is open in the cell. */
  isEditing: boolean
}

/** Somebody who has a record open, on one page. */
export interface Presence {
  /** `<form code>:<record id>` */
  socketKey: string
  /** Page of the sender. */
  senderId: string
  name: string
  place: Place | null
  /** False when the page has left the record. */
  isHere: boolean
}

/** Names of sub tables, rows and columns are no longer than this. */
const MAX_NAME = 100

/** A place as a browser tells it; null for anything else. */
export function parsePlace(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null
  const { sub, row, field, isEditing } = value as Record<string, unknown>
  if (!isName(sub)) return null
  return {
    sub,
    row: isName(row) ? row : null,
    field: isName(field) ? field : null,
    isEditing: isEditing === true,
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME
}
