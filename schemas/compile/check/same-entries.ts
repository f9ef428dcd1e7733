import type { DictDocument } from '../../page/dict.ts'

/**
 * Whether two dictionaries offer the same values by the same texts. Then nothing is lost when only one of them is used:
 * title, order, colours and translations of the other are not missed by any record.
 */
export function haveSameEntries(one: DictDocument, other: DictDocument): boolean {
  const entriesOf = ({ items }: DictDocument) =>
    JSON.stringify(items.map(({ value, text }) => [String(value), text]).sort())
  return entriesOf(one) === entriesOf(other)
}
