/** Calls that an action may make: functions of the server registered by name in server/app.ts. */
export const ACTION_CALLS = [
  'api-key.revoke',
  'backup.make',
  'data-source.test',
  'dict.refresh',
  'log.clear',
  'log.undo',
  'job.execute',
  'job.repeat',
  'message.readAll',
  'message.resend',
  'online-user.forceLogout',
  'user.freeze',
  'user.purge',
  'user.resetSecondFactor',
  'user.restore',
  'user.thaw',
] as const satisfies readonly string[]
