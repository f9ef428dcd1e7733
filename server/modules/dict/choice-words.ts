import { type ChoiceSource, choiceSource } from '#schemas/compile/choice-source.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import { reader, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type AreaText, lookupTable, type RecordSource } from '../online-form/index.ts'

type ChoiceWords = (
  choices: readonly DictOption[],
  form: CompiledForm | null,
  column: string,
  session: Session,
) => Promise<DictOption[]>

/**
 * The texts of a form's rows as its own pages show them: a column that holds codes (an area, a level, a user) is offered
 * by what they are called. One step only, so that forms that name each other make no circle.
 */
export function createChoiceWords(parts: {
  documents: Documents
  store: Pick<RecordSource, 'lookup'>
  keptItems: (code: string) => Promise<readonly DictOption[]>
  areaText: AreaText
  limit: number
}): ChoiceWords {
  const { documents, store, keptItems, areaText, limit } = parts

  async function wordsOf(
    source: ChoiceSource,
    form: CompiledForm,
    codes: readonly string[],
    session: Session,
  ): Promise<ReadonlyMap<string, string>> {
    if ('areas' in source) return new Map(codes.map((code) => [code, areaText(code) ?? code]))
    if ('options' in source) return textsByValue(inReadersWords(source.options, scopeOf.form(form.code)))
    if ('kept' in source)
      return textsByValue(inReadersWords(await keptItems(source.kept), scopeOf.dict(source.kept)))
    const { table, value, text, where } = source.table
    const found = lookupTable(documents, session, table)
    if (!found) return new Map()
    const asked = { value, text, ...(where ? { where } : {}), values: codes, limit }
    return textsByValue(await store.lookup(found.from, session, asked))
  }

  return async (choices, form, column, session) => {
    const field = form?.fields.find(({ name }) => name === column)
    const source = field && choiceSource(field)
    if (!form || !source || choices.length === 0) return [...choices]
    const partsOf = (text: string) => (holdsSeveral(field) ? text.split(',') : [text])
    const codes = [...new Set(choices.flatMap(({ text }) => partsOf(text)))]
    const words = await wordsOf(source, form, codes, session)
    return choices.map((choice) => ({
      ...choice,
      text: partsOf(choice.text)
        .map((code) => words.get(code) ?? code)
        .join(','),
    }))
  }
}

/** Entries by what they are called in the language of whoever asks. */
export function inReadersWords(options: readonly DictOption[], scope: string): DictOption[] {
  const { language, word } = reader()
  return options.map((option) =>
    language === OWN_LANGUAGE ? option : { ...option, text: word(scope, option.text) },
  )
}

/** Texts by the values that are stored. */
export function textsByValue(options: readonly DictOption[]): Map<string, string> {
  return new Map(options.map(({ value, text }) => [String(value), text]))
}
