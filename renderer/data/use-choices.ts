import { useCallback, useContext } from 'react'
import { type ChoiceField, choiceSource } from '#schemas/compile/choice-source.ts'
import { useClient } from './client-context.ts'
import type { Option } from './data-client.ts'
import { findOptions } from './find-choices.ts'
import { OfferedChoicesContext } from './offered-choices.ts'
import { SEARCH_DELAY_MS } from './search-delay.ts'
import { CHOICES_AT_ONCE, type DictChoices, useDict } from './use-dict.ts'
import { useLabels } from './use-labels.ts'
import { type OptionSearch, useOptionSearch } from './use-option-search.ts'

const NONE: readonly string[] = []

export interface Choices extends DictChoices {
  /** Set where not all choices are at hand: the server is searched for what is typed. */
  search: OptionSearch | null
  /**
   * The text of a stored value, also of one that is not among the choices at hand; null while it is under way, undefined
   * where nothing has it any more.
   */
  textOf(value: string): string | null | undefined
}

/** Choices of a field for a control: all of them, or a search from `CHOICES_AT_ONCE` on. */
export function useChoices(field: ChoiceField, values: readonly string[], open: boolean): Choices {
  const client = useClient()
  const source = choiceSource(field)
  const dict = useDict(field)
  const search = useOptionSearch(
    open && dict.isCut,
    SEARCH_DELAY_MS,
    async (keyword, signal) =>
      source === null || keyword === ''
        ? dict.options
        : findOptions(client, source, { keyword, pageSize: CHOICES_AT_ONCE }, { signal }),
    [client, source, dict.options],
  )
  const atHand = useCallback(
    (value: string): Option | undefined =>
      dict.atHand.find((option) => String(option.value) === value) ??
      search.known.find((option) => String(option.value) === value),
    [dict.atHand, search.known],
  )
  const unknown = dict.isCut ? values.filter((value) => !atHand(value)) : NONE
  const labels = useLabels(dict.isCut ? source : null, unknown)
  const isComing = dict.loading || (dict.isCut && labels === null)
  const isOffered = useContext(OfferedChoicesContext)
  /** What nothing was asked for, or could not be had, is its own text. */
  const otherwise = (value: string) => (source === null || dict.error ? value : undefined)
  const textOf = (value: string) =>
    atHand(value)?.text ?? labels?.get(value) ?? (isComing ? null : otherwise(value))
  return {
    ...dict,
    options:
      dict.isCut && open
        ? search.choices.filter(({ value }) => !isOffered || isOffered(String(value)))
        : dict.options,
    search: dict.isCut ? search : null,
    textOf,
  }
}
