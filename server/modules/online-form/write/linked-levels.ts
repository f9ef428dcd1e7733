import { fieldStates } from '#schemas/compile/field-states.ts'
import { firstLevels, openChains } from '#schemas/compile/linked-levels.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { AppError } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { LinkEntry, RecordSource } from '../read/record-source.ts'
import { linkEntries } from '../read/select-options.ts'
import type { Prepared } from './prepared-row.ts'
import type { RowRefusal } from './unique-values.ts'

interface Parts {
  documents: Documents
  store: Pick<RecordSource, 'linkLevel'>
}

/**
 * Refuses rows that leave a required level of a linked dropdown open although there is a choice below what was chosen. The
 * source is asked from the top, as the field asks it: the same value may stand below several parents.
 */
export async function openLevelErrors(
  parts: Parts,
  rows: readonly Pick<Prepared, 'view' | 'row' | 'context'>[],
  session: Session,
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = []
  const hasChoice = choicesBelow(parts, session)
  const linked = new Set(
    [...new Set(rows.map(({ view }) => view.form))].filter((form) => firstLevels(form).size > 0),
  )
  for (const [at, { view, row, context }] of rows.entries()) {
    const { form } = view
    if (!linked.has(form)) continue
    const states = fieldStates(form, row, context)
    for (const { field, chosen, open } of openChains(form, row)) {
      const missing = form.fields.find(
        ({ name, required }) =>
          open.includes(name) &&
          (required || states.required.has(name)) &&
          !states.hidden.has(name) &&
          !view.hidden.has(name),
      )
      if (!missing) continue
      const options = field.options as unknown as LinkDownOptions
      if (await hasChoice(options, chosen))
        refusals.push({ at, error: { field: missing.name, message: `请选择${missing.title}` } })
    }
  }
  return refusals
}

/** Asks the source level by level; a question that several rows have is asked once. */
function choicesBelow(
  parts: Parts,
  session: Session,
): (options: LinkDownOptions, chosen: readonly string[]) => Promise<boolean> {
  const asked = new Map<string, Promise<LinkEntry[]>>()
  const ask = (options: LinkDownOptions, parent: string | null): Promise<LinkEntry[]> => {
    const key = JSON.stringify([options, parent])
    const answer = asked.get(key) ?? linkEntries(parts, session, options, parent)
    asked.set(key, answer)
    return answer
  }
  return async (options, chosen) => {
    // A table that is missing or not in line cannot judge; the page says so already.
    const form = parts.documents.resolve(options.table)
    if (form?.table && !parts.documents.entry(form.code)?.synced) return false
    try {
      let entries = await ask(options, null)
      for (const value of chosen) {
        const parent = entries.find(({ store }) => store === value)
        if (!parent) return false
        entries = await ask(options, parent.id || parent.store)
      }
      return entries.length > 0
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }
}
