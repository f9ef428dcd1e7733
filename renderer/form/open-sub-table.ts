/** How often a sub table that did not open is tried again, and after how long (ms). */
export const SUB_TABLE_RETRIES = 3
const RETRY_AFTER_MS = 300

/** Loads what a sub table is drawn with; a network that stumbles is given some more tries. */
export async function openSubTable<T>(load: () => Promise<T>, waitMs = RETRY_AFTER_MS): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await load()
    } catch (error) {
      if (retry >= SUB_TABLE_RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
