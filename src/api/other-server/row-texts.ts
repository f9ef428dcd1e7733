import type { Call, DataClient } from '#renderer/index.ts'
import { choiceSource, lookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import type { AnsweredForm } from '#schemas/import/answered-form.ts'
import type { DictOption } from '#schemas/page/form.ts'

/** Texts of rows, which other servers leave to their clients where the choices came with the form. */
export interface RowTexts {
  /** Those that are at hand. */
  ofRow(row: Row): Row
  /** As well those that must be asked for, of the record and its sub rows. */
  ofRecord(row: Row, client: Pick<DataClient, 'labels'>, call?: Call): Promise<Row>
}

const keyOf = (name: string) => `${name}_dictText`

/** The texts of a form's rows. */
export function createRowTexts({ document, subDocuments, dicts, texts }: AnsweredForm): RowTexts {
  const main = compileForm(document)
  const subs = new Map(Object.entries(subDocuments).map(([code, sub]) => [code, compileForm(sub)]))
  const known = textsAtHand(main, dicts)

  function ofRow(row: Row): Row {
    const found: Row = {}
    for (const [name, from] of Object.entries(texts))
      if (typeof row[from] === 'string') found[keyOf(name)] = row[from]
    for (const [name, byValue] of known) {
      const text = textOf(row[name], byValue)
      if (text !== null) found[keyOf(name)] = text
    }
    // What the server says itself counts.
    return { ...found, ...row }
  }

  return {
    ofRow,
    async ofRecord(row, client, call) {
      const whole = await lookedUp(ofRow(row), main, client, call)
      for (const [code, sub] of subs) {
        const rows = whole[code]
        if (!Array.isArray(rows)) continue
        whole[code] = await Promise.all(rows.map((one) => lookedUp(one as Row, sub, client, call)))
      }
      return whole
    },
  }
}

function textsAtHand(
  { fields }: CompiledForm,
  dicts: Readonly<Record<string, readonly DictOption[]>>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    fields.flatMap((field) => {
      const options = optionsOf(field, dicts)
      return options ? [[field.name, new Map(options.map(({ value, text }) => [String(value), text]))]] : []
    }),
  )
}

function optionsOf(
  field: Field,
  dicts: Readonly<Record<string, readonly DictOption[]>>,
): readonly DictOption[] | undefined {
  if (field.dictKey !== null && Object.hasOwn(dicts, field.dictKey)) return dicts[field.dictKey]
  const source = choiceSource(field)
  return source && 'options' in source ? source.options : undefined
}

/** The text of a value, or of several joined by commas; null where nothing is stored. */
function textOf(value: unknown, byValue: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null
  const whole = byValue.get(String(value))
  return (
    whole ??
    String(value)
      .split(',')
      .map((part) => byValue.get(part) ?? part)
      .join(',')
  )
}

/** Asks for the texts of values that choose from a table. What is refused stays a value. */
async function lookedUp(
  row: Row,
  { fields }: CompiledForm,
  client: Pick<DataClient, 'labels'>,
  call?: Call,
): Promise<Row> {
  const found = await Promise.all(
    fields.map(async (field) => {
      const value = row[field.name]
      const source = lookupSource(field)
      if (!source || typeof value !== 'string' || value === '' || row[keyOf(field.name)] !== undefined)
        return []
      const options = await client.labels(source, value.split(','), call).catch(() => null)
      return options ? [[keyOf(field.name), options.map(({ text }) => text).join(',')]] : []
    }),
  )
  return { ...row, ...Object.fromEntries(found.flat()) }
}
