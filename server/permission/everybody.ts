/** What every signed-in user may do with the messages that were sent to them and with their own exports; no role has to grant it. */
export const EVERYBODYS_PERMISSIONS: ReadonlySet<string> = new Set([
  ...['list', 'read', 'readAll'].map((action) => `system:message:${action}`),
  ...['list', 'download', 'cancel', 'remove'].map((action) => `system:export:${action}`),
])
