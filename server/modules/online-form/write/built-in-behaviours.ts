import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { rowRule } from '../../../permission/may.ts'
import type { Documents } from '../../document/documents.ts'
import { formView } from '../read/form-view.ts'
import type { RecordSource } from '../read/record-source.ts'
import type { AreaText } from '../read/row-texts.ts'
import type { Behaviour, FormChange } from './behaviour.ts'
import { calculatedValues } from './calculated-values.ts'
import { chosenErrors, type KnownValues } from './chosen-values.ts'
import { createReferences } from './incoming-references.ts'
import { openLevelErrors } from './linked-levels.ts'
import { isChanged, type Prepared } from './prepared-row.ts'
import { idsInScope } from './row-locks.ts'
import { findRepeated, type RowRefusal } from './unique-values.ts'
import type { FillRules } from './writer-parts.ts'

/** What the rules of every form are made of. */
export interface BuiltInParts {
  documents: Documents
  store: RecordSource
  fillRules: FillRules
  dictionaries: KnownValues
  areaText: AreaText
  log: { info(data: object, message: string): void }
}

/** The rules that hold for every form, in the order in which they are asked. */
export function builtInBehaviours(parts: BuiltInParts): readonly Behaviour[] {
  return [
    serialNumbers(parts),
    calculatedValues(parts.documents),
    chosenValues(parts),
    linkedLevels(parts),
    uniqueValues,
    withinRowRules,
    incomingReferences(parts.documents),
  ]
}

/** Fills the fields of new records whose values the server counts. */
function serialNumbers({ fillRules, log }: Pick<BuiltInParts, 'fillRules' | 'log'>): Behaviour {
  return {
    name: 'serial numbers',
    async prepare(drafts, { session, requestId, client }) {
      const added = drafts.filter(({ stored }) => stored === null)
      for (const [form, own] of byForm(added, ({ view }) => view.form))
        for (const { name, property, persist } of form.fields) {
          if (!property.defaultFrom || !('fillRule' in property.defaultFrom) || !persist) continue
          const rows = own.map(({ row }) => row)
          const given = await fillRules.next(property.defaultFrom.fillRule, rows, session, client)
          if (given.includes(null))
            log.info({ requestId, form: form.code, field: name }, 'the fill rule does not exist')
          for (const [at, row] of rows.entries()) row[name] = given[at] ?? null
        }
    },
  }
}

/** Values that no dictionary has: one question per dictionary for main record and sub rows together. */
function chosenValues({
  dictionaries,
  areaText,
}: Pick<BuiltInParts, 'dictionaries' | 'areaText'>): Behaviour {
  return {
    name: 'chosen values',
    check: (drafts, { session, client }) => chosenErrors(drafts, session, dictionaries, areaText, client),
  }
}

/** Levels of linked dropdowns that could have been chosen and were not. */
function linkedLevels(parts: Pick<BuiltInParts, 'documents' | 'store'>): Behaviour {
  return {
    name: 'linked levels',
    check: (drafts, { session }) => openLevelErrors(parts, drafts, session),
  }
}

/** Values that another record of the table has. */
const uniqueValues: Behaviour = {
  name: 'unique values',
  async check(drafts, { client, session, leaving }) {
    const refusals: RowRefusal[] = []
    for (const [form, own] of byForm(drafts, ({ view }) => view.form)) {
      const written = own.filter((draft) => draft.stored === null || isChanged(draft))
      const gone = leaving.flatMap((row) => (row.form === form ? [row.id] : []))
      for (const found of await findRepeated(client, form, session.tenantId, written, gone))
        refusals.push({ ...found, at: drafts.indexOf(written[found.at] as Prepared) })
    }
    return refusals
  },
}

const OUT_OF_SCOPE = '保存后的数据不在您的数据权限范围内，不能保存'

/** The state that a row is left in must be one that its writer's row rule shows: the database judges, as it does for lists. */
const withinRowRules: Behaviour = {
  name: 'row rules',
  async after(changes, { client, session, now }) {
    const kept = changes.filter(({ after }) => after !== null)
    for (const [form, own] of byForm(kept, (change) => change.form)) {
      const rule = rowRule(session, form)
      if (rule === null) continue
      const ids = own.map(({ recordId }) => recordId)
      const seen = await idsInScope(client, formView(session, form), session, ids, now)
      if (ids.every((id) => seen.has(id))) continue
      // The main record comes first: a field of a sub row has no place in its form.
      const field = 'field' in rule && form === changes[0]?.form ? rule.field : ''
      return [{ field, message: OUT_OF_SCOPE }]
    }
    return []
  },
}

/** Records that others name by their key stay. Counted when they are gone, so that what goes together does not hold itself back. */
function incomingReferences(documents: Documents): Behaviour {
  const references = createReferences(documents)
  return {
    name: 'incoming references',
    async after(changes, { client, session }): Promise<readonly RowError[]> {
      const gone = changes.filter(({ after }) => after === null)
      for (const [form, own] of byForm(gone, (change) => change.form)) {
        const message = await references.problem(client, form, session.tenantId, own.flatMap(storedBefore))
        if (message !== null) return [{ field: '', message }]
      }
      return []
    },
  }
}

function storedBefore({ before }: FormChange): Row[] {
  return before === null ? [] : [before]
}

function byForm<T>(items: readonly T[], formOf: (item: T) => CompiledForm): Map<CompiledForm, T[]> {
  const groups = new Map<CompiledForm, T[]>()
  for (const item of items) {
    const group = groups.get(formOf(item))
    if (group) group.push(item)
    else groups.set(formOf(item), [item])
  }
  return groups
}
