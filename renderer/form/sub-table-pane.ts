import type { RowError } from '#schemas/compile/model.ts'
import type { PageModel } from '../model/page-model.ts'

/** One tab of the sub tables. */
export interface SubTablePane {
  key: string
  /** Counted from 0. */
  index: number
  title: string
}

/** The tab in which an error stands; null for an error of the main form. */
export function paneOf({ subs }: PageModel, { subTable: key }: RowError): SubTablePane | null {
  const index = subs.findIndex(({ sub }) => sub.code === key)
  const found = subs[index]
  return found ? { key: found.sub.code, index, title: found.title } : null
}
