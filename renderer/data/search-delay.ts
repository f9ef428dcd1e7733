/** Typing rests this long before the server is asked (ms). */
export const SEARCH_DELAY_MS = 300
