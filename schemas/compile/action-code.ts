import type { ChangedAction, DeclaredAction } from '../page/action.ts'
import type { FormAction, FormDocument } from '../page/form.ts'
import { LIST_ACTIONS, type ListAction } from '../page/form-words.ts'
import type { CompiledForm } from './model.ts'

/** What an action is called. */
export function actionCode(action: FormAction): string {
  return typeof action === 'string' ? action : action.code
}

/** Whether an action is the document's own; the others are built in. */
export function isDeclared(action: FormAction): action is DeclaredAction {
  return typeof action !== 'string' && 'does' in action
}

/** The last part of an action's permission code: its own, unless it uses the right of another action. */
export function actionRight(action: FormAction): string {
  return isDeclared(action) ? (action.right ?? action.code) : actionCode(action)
}

/** Built-in actions whose `when` holds: they change a stored record. Several records are deleted by the condition of `delete`. */
export const CONDITIONAL_ACTIONS = ['edit', 'delete'] as const satisfies readonly ListAction[]

/** What a document says of a built-in action beyond its code; null where it says nothing more. */
export function changedAction({ list }: Pick<CompiledForm, 'list'>, code: ListAction): ChangedAction | null {
  const action = list.actions.find((one) => actionCode(one) === code)
  return action === undefined || typeof action === 'string' || isDeclared(action) ? null : action
}

/** What the permission codes of a form begin with; its document may say so itself. */
export function rightsPrefix({ code, rights }: { code: string; rights?: string | undefined }): string {
  return rights ?? `online:${code}`
}

/** The last parts of the permission codes that a form document asks for. */
export function actionRights({ list }: Pick<FormDocument, 'list'>): ReadonlySet<string> {
  return new Set(['list', ...LIST_ACTIONS, ...(list?.actions ?? []).map(actionRight)])
}
