import type { Condition } from '../page/condition.ts'
import type { FormAction, FormDocument, ListAction } from '../page/form.ts'
import { LIST_ACTIONS } from '../page/form-words.ts'
import { isDeclared } from './action-code.ts'

/** Fields that say how far the work on a record is; the first that a form has counts. */
const STATUS_FIELDS = ['bpm_status', 'status'] as const
/** Not begun, done, and called off: there is nothing to deal with. */
const NOTHING_TO_DEAL_WITH = ['1', '3', '4']

/** What a document offers, with the conditions that it leaves to be derived. */
export function offeredActions(document: FormDocument): readonly FormAction[] {
  const actions = document.list?.actions ?? offeredByDefault(document)
  const when = dealtWith(document)
  return actions.map((action) =>
    when && isDeclared(action) && action.code === 'deal' && !action.when ? { ...action, when } : action,
  )
}

/** Rows that a program computes are looked at and exported; the others are kept, too. */
function offeredByDefault({ store }: FormDocument): readonly ListAction[] {
  return store && 'source' in store ? ['detail', 'export'] : LIST_ACTIONS
}

/** When the action `deal` is offered, where its document does not say so. */
function dealtWith({ schema }: FormDocument): Condition | null {
  const field = STATUS_FIELDS.find((name) => Object.hasOwn(schema.properties, name))
  return field ? { field, rule: 'not_in', val: NOTHING_TO_DEAL_WITH } : null
}
