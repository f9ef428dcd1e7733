import { roleIndexBody } from '#schemas/api/role-index.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { WireRows } from '../online-form/index.ts'

/** What the wire calls everybody in place of a role. */
export const EVERYBODY = 'DEF_INDEX_ALL'

/** Home pages as the wire has them: one name of the role or the user, and whether it is a route as true or false. */
export const roleIndexRows: WireRows = {
  add: roleIndexBody,
  edit: roleIndexBody,

  given({ route, ...row }) {
    const given: Row = { ...row }
    if (typeof route === 'boolean') given.isRoute = Number(route)
    if (row.roleCode === EVERYBODY) given.relationType = 'DEFAULT'
    if (row.relationType === 'USER' && row.roleCode) given.userName = row.roleCode
    return given
  },

  told({ isRoute, userName, ...row }) {
    const whose = row.relationType === 'DEFAULT' ? EVERYBODY : (row.roleCode ?? userName)
    return { ...row, roleCode: whose, route: Number(isRoute) === 1 }
  },
}
