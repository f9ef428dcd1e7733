import { randomKey } from './save-keys.ts'

/** Names this page among all that are open: the server does not tell it of its own changes. */
export const PAGE_ID = randomKey()
