import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ActionPlace } from './action.ts'

/** Whether each of the records meets the condition of an action. */
export function allMeet(
  when: Condition,
  { form, records, user }: Pick<ActionPlace, 'form' | 'records' | 'user'>,
): boolean {
  const variables = formVariables(user, new Date())
  return records.every((row) => evaluateCondition(when, row, variables, form))
}
