import { isDeclared } from '#schemas/compile/action-code.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Action, ActionPlaceName } from './action.ts'
import { builtInOf } from './built-in-of.ts'
import { declaredAction } from './declared.ts'

/** In a row, what is done daily stands first, moving behind the document's own actions, and deleting last. */
const ROW_ORDER: Readonly<Record<string, number>> = { move_up: 1, move_down: 1, delete: 2 }

/** Everything that a form offers to a user with these rights; `taken` are codes withdrawn since the page was opened. */
export function formActions(
  { list, tree }: Pick<CompiledForm, 'list' | 'tree'>,
  granted: readonly string[],
  taken: ReadonlySet<string>,
): readonly Action[] {
  const allowed = new Set(granted.filter((code) => !taken.has(code)))
  // `update` is another word for editing.
  if (taken.has('update')) allowed.delete('edit')
  // An action of the document stands in place of a built-in one of its code.
  const own = new Set(list.actions.filter(isDeclared).map(({ code }) => code))
  return list.actions
    .flatMap((entry): readonly Action[] =>
      isDeclared(entry)
        ? [declaredAction(entry)]
        : builtInOf(list, entry).filter(({ code }) => !own.has(code)),
    )
    .filter(
      ({ code, right = code, needs = [code], forTree }) =>
        (!forTree || tree) && !taken.has(right) && needs.every((one) => allowed.has(one)),
    )
}

/** Those of one place, in the order of their buttons. At the foot of a record the main one stands last, as everywhere. */
export function actionsAt(actions: readonly Action[], place: ActionPlaceName): readonly Action[] {
  const found = actions.filter(({ at }) => at.includes(place))
  const order = ORDERS[place]
  const sorted = order ? [...found].sort((a, b) => order(a) - order(b)) : found
  return place === 'row' ? childFirst(sorted) : sorted
}

/** A record below another one is made more often than its copy. */
function childFirst(actions: readonly Action[]): readonly Action[] {
  const child = actions.find(({ code }) => code === 'add_child')
  if (!child) return actions
  const others = actions.filter((action) => action !== child)
  const copy = others.findIndex(({ code }) => code === 'copy')
  const end = others.findIndex(({ code }) => (ROW_ORDER[code] ?? 0) > 0)
  const at = copy >= 0 ? copy : end >= 0 ? end : others.length
  return others.toSpliced(at, 0, child)
}

const ORDERS: { readonly [P in ActionPlaceName]?: (action: Action) => number } = {
  row: ({ code }) => ROW_ORDER[code] ?? 0,
  record: ({ primary }) => (primary ? 1 : 0),
}
