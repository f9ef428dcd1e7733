import { Type } from 'typebox'
import { nullable } from './answer.ts'

const id = () => Type.String({ minLength: 1, maxLength: 36 })
/** Ids joined by commas; the wire's clients leave a comma at the end. */
const idList = () => Type.String({ maxLength: 200_000 })

/** GET /sys/permission/queryDepartPermission and queryTreeListForDeptRole. */
export const departQuery = Type.Object({ departId: id() })
/** POST /sys/permission/saveDepartPermission: what the client showed (`last…`) and what is wanted; the difference is applied. */
export const departPermissionBody = Type.Object({
  departId: id(),
  permissionIds: idList(),
  lastpermissionIds: Type.Optional(idList()),
})
/** POST /sys/sysDepartRole/deptRoleUserAdd: the roles that a user had and has. */
export const departRoleUserBody = Type.Object({
  userId: id(),
  newRoleId: Type.Optional(Type.String({ maxLength: 40_000 })),
  oldRoleId: Type.Optional(Type.String({ maxLength: 40_000 })),
})
/** GET /sys/sysDepartRole/getDeptRoleByUserId. */
export const departRolesOfUserQuery = Type.Object({
  userId: id(),
  departId: Type.Optional(Type.String({ maxLength: 36 })),
})
/** `result` of getDeptRoleList: the roles of a department. */
export const departRoles = Type.Array(
  Type.Object({
    id: Type.String(),
    departId: Type.String(),
    roleName: Type.String(),
    roleCode: Type.String(),
    description: nullable(Type.String()),
  }),
)
/** `result` of getDeptRoleByUserId. */
export const departRolesOfUser = Type.Array(
  Type.Object({ id: Type.String(), userId: Type.String(), droleId: Type.String() }),
)
