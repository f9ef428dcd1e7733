import type { CellEntry, DataClient } from '#renderer/index.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { PopupOptions } from '#schemas/widget/popup.ts'
import { popupConfig } from './config.ts'

/** Texts stand in the address of a question, whose length has a limit. */
const AT_ONCE = 40
const MOST = 1000

/** Rows of the popup's source that hold one of these texts where the field takes its value, with all that they fill. */
export async function findRows(
  texts: readonly string[],
  { name, options }: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const config = popupConfig(options as PopupOptions)
  if ('error' in config) throw new Error(config.error)
  const { code, pairs, where } = config
  const field = ownColumn(pairs, name)
  const found: CellEntry[] = []
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const val = texts.slice(at, at + AT_ONCE)
    const { records } = await client.list(
      { code },
      {
        pageNo: 1,
        pageSize: MOST,
        filter: where ? { and: [where, { field, rule: 'in', val }] } : { field, rule: 'in', val },
      },
    )
    for (const row of records) {
      const value = String(row[field] ?? '')
      found.push({ value, text: value, alsoSet: filled(row, pairs, name) })
    }
  }
  return found
}

/** The column of the source that the field itself takes its value from. */
function ownColumn(pairs: readonly { from: string; to: string }[], name: string): string {
  return (pairs.find(({ to }) => to === name) ?? pairs[0])?.from ?? ''
}

function filled(row: Readonly<Row>, pairs: readonly { from: string; to: string }[], name: string): Row {
  return Object.fromEntries(
    pairs.filter(({ to }) => to !== name).map(({ from, to }) => [to, String(row[from] ?? '') || null]),
  )
}
