import { changedAction } from '#schemas/compile/action-code.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { ChangedAction } from '#schemas/page/action.ts'
import type { ListAction } from '#schemas/page/form-words.ts'
import type { Action } from './action.ts'
import { allMeet } from './all-meet.ts'
import { builtInActions } from './built-in.ts'

/** The buttons of a built-in action, with the words and the condition that the document gives them. */
export function builtInOf(list: CompiledForm['list'], entry: ListAction | ChangedAction): readonly Action[] {
  const actions: readonly Action[] = builtInActions[typeof entry === 'string' ? entry : entry.code]
  const { code, title, confirm } = typeof entry === 'string' ? { code: entry } : entry
  return actions.map((action) => {
    // 添加下级 stands beside 新增 and keeps its own words.
    const isNamed = action.code === code
    const when = conditionOf(list, action.code)
    return {
      ...action,
      ...(title && isNamed ? { title } : {}),
      ...(when ? { can: (place) => allMeet(when, place) } : {}),
      ...(confirm && isNamed ? { question: questionOf(action, confirm, title ?? action.title) } : {}),
    }
  })
}

/** Several records are changed and deleted by the condition that each of them is changed or deleted by. */
function conditionOf(list: CompiledForm['list'], code: string) {
  if (code === 'edit' || code === 'batch_edit') return changedAction({ list }, 'edit')?.when
  if (code === 'delete' || code === 'batch_delete') return changedAction({ list }, 'delete')?.when
  return undefined
}

function questionOf({ question }: Action, confirm: string, okText: string): NonNullable<Action['question']> {
  return (place) => {
    const usual = question?.(place)
    // Where a built-in action asks nothing, as without a ticked record, there is nothing to ask.
    return usual === null ? null : { okText, ...usual, title: confirm }
  }
}
