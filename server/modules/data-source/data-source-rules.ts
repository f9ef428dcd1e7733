import type { Row } from '#schemas/compile/model.ts'
import type { SecretBox } from '../../secret-box.ts'
import { type Behaviour, Refused } from '../online-form/index.ts'
import { POSTGRESQL, postgresAddress } from './database-address.ts'

/** Longest password that is taken. */
const MAX_PASSWORD = 200

/** What a password is for: the kind of database, its host, port and name, and the user. */
function placeOf({ dbType, dbUrl, dbUsername }: Row): string {
  const address = dbType === POSTGRESQL ? postgresAddress(String(dbUrl ?? '')) : String(dbUrl ?? '')
  const place = typeof address === 'string' ? address : [address.host, address.port, address.database]
  return JSON.stringify([dbType, place, dbUsername ?? ''])
}

/** What a save of data sources does besides storing them: the password is sealed, the address judged. */
export function dataSourceRules(box: SecretBox): Behaviour {
  return {
    name: 'data sources',
    forms: ['sys_data_source'],

    async prepare(drafts) {
      for (const { row, stored } of drafts) {
        const { dbPassword } = row
        if (typeof dbPassword !== 'string' || dbPassword === '') continue
        if (dbPassword === stored?.dbPassword) {
          // A kept password would be handed to whatever answers at the new place.
          if (stored && placeOf(stored) !== placeOf(row))
            throw new Refused([{ field: 'dbPassword', message: '更换数据源地址或用户名后须重新填写密码' }])
          continue
        }
        if (dbPassword.length > MAX_PASSWORD)
          throw new Refused([{ field: 'dbPassword', message: `密码不能超过${MAX_PASSWORD}个字符` }])
        row.dbPassword = box.seal(dbPassword)
      }
    },

    async check(drafts) {
      return drafts.flatMap(({ row }, at) => {
        const address = row.dbType === POSTGRESQL ? postgresAddress(String(row.dbUrl ?? '')) : null
        return typeof address === 'string' ? [{ at, error: { field: 'dbUrl', message: address } }] : []
      })
    },
  }
}
