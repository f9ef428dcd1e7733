import type { NearChoice } from '#schemas/api/import-workbench.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import { type FormView, textColumns } from '../online-form/index.ts'

/** Choices that are compared with a text, and those of them that are offered. */
const MOST_COMPARED = 200
const MOST_OFFERED = 5
/** Share of the characters that both texts have. */
const LEAST_ALIKE = 0.5

/** Choices of a field that are written much like a text that is none of them. */
export async function nearTo(
  text: string,
  field: string,
  view: FormView,
  session: Session,
  dictionaries: Pick<Dictionaries, 'options'>,
): Promise<NearChoice[]> {
  const column = textColumns(view).find(({ name }) => name === field)
  const wanted = text.trim()
  if (!column || wanted === '') return []
  const choices = await choicesOf(column.source, wanted, session, dictionaries)
  return choices
    .map((choice) => ({ choice, alike: alike(wanted, choice.text) }))
    .filter((one) => one.alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MOST_OFFERED)
    .map(({ choice }) => choice)
}

type Source = ReturnType<typeof textColumns>[number]['source']

async function choicesOf(
  source: Source,
  text: string,
  session: Session,
  dictionaries: Pick<Dictionaries, 'options'>,
): Promise<NearChoice[]> {
  if ('known' in source) return [...source.known].map(([value, own]) => ({ value, text: own }))
  if ('area' in source) return []
  const asked = async (keyword?: string): Promise<NearChoice[]> => {
    const found = await dictionaries.options(source.key, {
      session,
      pageSize: MOST_COMPARED,
      ...(keyword ? { keyword } : {}),
    })
    return found.map((option) => ({ value: String(option.value), text: option.text }))
  }
  try {
    const first = await asked()
    if (first.length < MOST_COMPARED) return first
    // Of too many choices those that have the beginning or the end of the text.
    const parts = [...new Set([text.slice(0, 2), text.slice(-2)])]
    const more = await Promise.all(parts.map(asked))
    return [...new Map(more.flat().map((choice) => [choice.value, choice])).values()]
  } catch (error) {
    // A dictionary that is missing or not this user's offers nothing.
    if (error instanceof AppError) return []
    throw error
  }
}

/** Share of the characters that two texts have in common, from 0 to 1. */
function alike(one: string, other: string): number {
  const [a, b] = [[...one.toLowerCase()], [...other.toLowerCase()]]
  const left = [...b]
  for (const character of a) {
    const at = left.indexOf(character)
    if (at >= 0) left.splice(at, 1)
  }
  const size = a.length + b.length
  return size === 0 ? 0 : (2 * (b.length - left.length)) / size
}
