/** Most rows of a sub table that one record may bring. */
export const MAX_SUB_ROWS = 5000
