import type { CellEntry, DataClient } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { Field } from '#schemas/compile/model.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { choose, levelColumns } from './levels.ts'

/** The choices of the first level; another one empties the levels below, which belong to what was there before. */
export async function findChoices(
  _texts: readonly string[],
  field: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const { name, options } = field
  const source = lookupSource(field)
  const columns = levelColumns(name, (options as LinkDownOptions).linkField)
  const choices = source ? await client.options(source, {}) : []
  return choices.map((choice) => {
    const { [name]: _own, ...below } = choose(columns, 0, String(choice.value))
    return { ...choice, alsoSet: below }
  })
}
