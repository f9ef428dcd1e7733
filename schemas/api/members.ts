import { Type } from 'typebox'

const id = () => Type.String({ minLength: 1, maxLength: 36 })
const ids = () => Type.Array(id(), { minItems: 1, maxItems: 1000 })

/** POST /sys/user/addSysUserRole. */
export const addRoleUsersBody = Type.Object({ roleId: id(), userIdList: ids() })
/** DELETE /sys/user/deleteUserRole. */
export const roleUserQuery = Type.Object({ roleId: id(), userId: id() })
/** DELETE /sys/user/deleteUserRoleBatch: user ids joined by commas. */
export const roleUsersQuery = Type.Object({ roleId: id(), userIds: Type.String({ maxLength: 40_000 }) })
