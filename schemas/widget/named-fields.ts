import { traitsOf } from './traits.ts'

/** Names out of a comma-separated option such as `linkField`; blanks around them are not meant. */
export function namesIn(option: unknown): string[] {
  if (typeof option !== 'string') return []
  return option
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

interface Owner {
  view: string
  options?: Readonly<Record<string, unknown>>
}

/** Fields of the same record that a choice in this one fills. */
export function filledFields({ view, options = {} }: Owner): string[] {
  const { fills } = traitsOf(view)
  return fills === undefined ? [] : namesIn(options[fills])
}

/** Fields that are the further levels of this one: `linkField` of linked dropdowns. */
export function furtherLevels(field: Owner): string[] {
  return traitsOf(field.view).chain ? filledFields(field) : []
}
