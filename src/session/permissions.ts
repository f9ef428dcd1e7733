import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { rightsPrefix } from '#schemas/compile/action-code.ts'
import { LIST_ACTIONS } from '#schemas/page/form-words.ts'
import type { MenuItem, PermissionEntry } from './wire.ts'

const actionsOf = (entry: PermissionEntry) =>
  (entry.action ?? '')
    .split(',')
    .map((action) => action.trim())
    .filter((action) => action !== '')
const names = (entry: PermissionEntry, action: string) => actionsOf(entry).includes(action)
const isOff = (entry: PermissionEntry) => String(entry.status ?? '') === '0'
const isButton = (entry: PermissionEntry) => String(entry.type ?? '') === '2'

/** A menu entry is shown when its permissionList meets the user's permissions; without one always. */
export function mayShowMenu(item: MenuItem, permissions: ReadonlySet<string>): boolean {
  const wanted = item.meta?.permissionList
  return !wanted || wanted.length === 0 || wanted.some((permission) => permissions.has(permission))
}

/** The user's own permission names. */
export function permissionSet(auth: readonly PermissionEntry[]): ReadonlySet<string> {
  return new Set(auth.flatMap(actionsOf))
}

/**
 * Whether an element guarded by an action name stays. A rule that is switched off (status '0') guards nothing, so the
 * element stays; otherwise the user needs an entry that is no button entry.
 */
export function showsElement(
  action: string,
  auth: readonly PermissionEntry[],
  allAuth: readonly PermissionEntry[],
): boolean {
  if (allAuth.some((entry) => isOff(entry) && names(entry, action))) return true
  return auth.some((entry) => !isButton(entry) && names(entry, action))
}

/**
 * Whether a button may be used. Here a rule that is switched off denies — the opposite of what it does to elements; both
 * meanings come from the specification.
 */
export function mayUseButton(
  action: string,
  auth: readonly PermissionEntry[],
  allAuth: readonly PermissionEntry[],
): boolean {
  if (auth.some((entry) => isButton(entry) && names(entry, action))) return true
  const rules = allAuth.filter((entry) => names(entry, action))
  if (rules.some(isOff)) return false
  if (rules.length > 0) return !auth.some((entry) => names(entry, action))
  return true
}

/**
 * Whether a grid's button may be used: as every button, and also by an own entry that makes it visible, unless its rule
 * is switched off.
 */
function mayUseGridButton(
  action: string,
  auth: readonly PermissionEntry[],
  allAuth: readonly PermissionEntry[],
): boolean {
  if (mayUseButton(action, auth, allAuth)) return true
  const isSwitchedOff = allAuth.some((entry) => isOff(entry) && names(entry, action))
  return !isSwitchedOff && auth.some((entry) => names(entry, action))
}

/** Sub-actions that a menu's prefix gives: `user:` with `user:add,user:edit` gives add and edit. */
export function subActions(prefix: string, auth: readonly PermissionEntry[]): readonly string[] {
  return [
    ...new Set(
      auth
        .filter((entry) => String(entry.type ?? '') === '1')
        .flatMap(actionsOf)
        .filter((action) => action.startsWith(prefix))
        .map((action) => action.slice(prefix.length))
        .filter((action) => action !== ''),
    ),
  ]
}

/**
 * What a permission prefix takes away from this user: names after the prefix that a rule in force guards and that the
 * user's own list does not hold. A grid leaves out these columns and buttons.
 */
export function excludedNames(
  prefix: string,
  auth: readonly PermissionEntry[],
  allAuth: readonly PermissionEntry[],
): readonly string[] {
  const own = permissionSet(auth)
  return [
    ...new Set(
      allAuth
        .filter((entry) => !isOff(entry))
        .flatMap(actionsOf)
        .filter((action) => action.startsWith(prefix) && action !== prefix && !own.has(action))
        .map((action) => action.slice(prefix.length)),
    ),
  ]
}

const FORM_BUTTONS: ReadonlySet<string> = new Set(LIST_ACTIONS)
/** Buttons that follow a check of their own besides the exclusion list. */
const CHECKED_BUTTONS = ['add', 'batch_delete'] as const

/** Names of columns and buttons that the rights take away from a form and its grids, in alphabetical order. */
export function takenFromForm(
  code: string,
  auth: readonly PermissionEntry[],
  allAuth: readonly PermissionEntry[],
  rights?: string,
): readonly string[] {
  const prefix = `${rightsPrefix({ code, rights })}:`
  const designs = permissionSet(auth).has(FORM_DESIGN)
  const taken = new Set(
    excludedNames(prefix, auth, allAuth).filter((name) => !(designs && FORM_BUTTONS.has(name))),
  )
  for (const button of CHECKED_BUTTONS)
    if (!mayUseGridButton(prefix + button, auth, allAuth)) taken.add(button)
  // Whoever may not delete many rows does not delete them one by one instead.
  if (taken.has('batch_delete')) taken.add('remove')
  return [...taken].sort()
}
