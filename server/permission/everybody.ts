/** What every signed-in user may do with the messages that were sent to them; no role has to grant it. */
export const EVERYBODYS_PERMISSIONS: ReadonlySet<string> = new Set(
  ['list', 'read', 'readAll'].map((action) => `system:message:${action}`),
)
