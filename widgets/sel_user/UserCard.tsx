import { type CardProps, MOST_IN_CARD, useRenderer, useRequest, ValueCardRows } from '#renderer/index.ts'
import { texts } from '#schemas/text/text.ts'
import type { SelUserOptions } from '#schemas/widget/sel_user.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'
import { USERS } from './find-users.ts'
import { userField } from './user-fields.ts'

const FIELDS = texts([
  userField('avatar', '头像', { view: 'image' }),
  userField('realname', '用户姓名'),
  userField('username', '用户账号'),
  userField('orgCodeTxt', '部门'),
  userField('phone', '手机'),
])

/** The users that a value names, as the picker's call tells of them: a telephone number only to who keeps accounts. */
export function UserCard({ value, options }: CardProps<SelUserOptions, string[]>) {
  const { client } = useRenderer()
  const column = storedKey(options, 'username')
  const key = value.slice(0, MOST_IN_CARD).join(',')
  const found = useRequest(
    async (signal) => {
      const val = key.split(',')
      const { records: rows } = await client.list(
        USERS,
        { pageNo: 1, pageSize: val.length, filter: { field: column, rule: 'in', val } },
        { signal },
      )
      return { fields: FIELDS, rows }
    },
    [client, column, key],
  )
  return <ValueCardRows found={found} values={key.split(',')} column={column} />
}
