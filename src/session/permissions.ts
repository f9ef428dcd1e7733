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
