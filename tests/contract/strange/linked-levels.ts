import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'

/** Asks the server for the entries of a level. */
export type AskLevel = (
  query: Record<string, string>,
) => Promise<readonly { store: string; id: string }[] | undefined>

/** A way down through a linked dropdown, as its user would choose it: a value for as many of its levels as have entries. */
export async function chooseLevels(field: Field, ask: AskLevel): Promise<Row> {
  const source = lookupSource(field)
  const table = source && 'table' in source ? source.table : null
  if (!table?.levels) return {}
  const names = [field.name, ...furtherLevels(field)]
  const { idField, pidField, condition } = table.levels
  const named = { table: table.table, txt: table.text, key: table.value, idField, pidField }
  const first = await ask({ ...named, condition: condition ? JSON.stringify(condition) : '' })
  let longest: string[] = []
  for (const entry of first ?? []) {
    const way = [entry.store]
    let parent = entry.id
    while (way.length < names.length) {
      const [next] = (await ask({ ...named, pidValue: parent })) ?? []
      if (!next) break
      way.push(next.store)
      parent = next.id
    }
    if (way.length > longest.length) longest = way
    if (longest.length === names.length) break
  }
  return Object.fromEntries(longest.map((value, at) => [names[at] ?? '', value]))
}
