/** Most records of one card: their keys stand in the address of a question. */
export const MOST_IN_CARD = 40
