/** Number of the one tenant that exists at the beginning. */
export const FIRST_TENANT = 1
