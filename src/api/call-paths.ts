/** Paths that the specification lists and no screen of ours calls; a gateway in front of the server may answer them. */
export const CALL_PATHS = {
  forgePassword: '/auth/forge-password',
  register: '/auth/register',
  sms: '/account/sms',
  userInfo: '/user/info',
} as const
