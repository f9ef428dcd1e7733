import type { CellEntry, DataClient, RowSource } from '#renderer/index.ts'
import type { Field } from '#schemas/compile/model.ts'
import type { SelUserOptions } from '#schemas/widget/sel_user.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'

/** The users of the platform. */
export const USERS: RowSource = { code: 'sys_user', platform: true }
/** Names stand in the address of a question, whose length has a limit. */
const AT_ONCE = 40
/** Largest page of users. */
const MOST = 1000

/** Users with exactly one of these names or accounts (or ids, where ids are stored). */
export async function findUsers(
  texts: readonly string[],
  { options }: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const store = storedKey(options as SelUserOptions, 'username')
  const found: CellEntry[] = []
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const val = texts.slice(at, at + AT_ONCE)
    const { records } = await client.list(USERS, {
      pageNo: 1,
      pageSize: MOST,
      filter: {
        or: [...new Set([store, 'username', 'realname'])].map((field) => ({
          field,
          rule: 'in' as const,
          val,
        })),
      },
    })
    for (const user of records) {
      const value = String(user[store])
      const name = String(user.realname ?? '')
      found.push({ value, text: name === '' ? value : name })
      // Who stores ids may still paste accounts.
      if (store === 'id') found.push({ value, text: String(user.username) })
    }
  }
  return found
}
