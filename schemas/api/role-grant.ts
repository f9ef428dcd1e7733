import { type Static, Type } from 'typebox'
import { nullable, treeShape } from './answer.ts'

const id = () => Type.String({ minLength: 1, maxLength: 36 })
/** Ids joined by commas, ten thousand of the longest; the wire's clients leave a comma at the end. */
const idList = () => Type.String({ maxLength: 400_000 })

/** GET /sys/permission/queryRolePermission. */
export const roleQuery = Type.Object({ roleId: id() })

/** GET /sys/role/checkRoleCode: `id` is the role that keeps its code. */
export const roleCodeQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 36 })),
  roleCode: Type.String({ maxLength: 100 }),
})

/** POST /sys/permission/saveRolePermission: what the client showed (`last…`) and what is wanted; the difference is applied. */
export const rolePermissionBody = Type.Object({
  roleId: id(),
  permissionIds: idList(),
  lastpermissionIds: Type.Optional(idList()),
})

/** Path of /sys/role/datarule/{permissionId}/{roleId}. */
export const dataRuleParams = Type.Object({ permissionId: id(), roleId: id() })

/** POST /sys/role/datarule. */
export const dataRuleBody = Type.Object({ permissionId: id(), roleId: id(), dataRuleIds: idList() })

/** `result` of /sys/role/queryall. */
export const roleShapes = Type.Array(
  Type.Object({
    id: Type.String(),
    roleName: Type.String(),
    roleCode: Type.String(),
    description: nullable(Type.String()),
  }),
)

const permissionShape = Type.Object({
  key: Type.String(),
  value: Type.String(),
  title: Type.String(),
  label: Type.String(),
  slotTitle: Type.String(),
  parentId: Type.String(),
  isLeaf: Type.Boolean(),
  icon: nullable(Type.String()),
  /** 1: data rules can be granted with it. */
  ruleFlag: Type.Integer(),
  /** 0 and 1 menus, 2 a button. */
  menuType: Type.Integer(),
  scopedSlots: Type.Object({ title: Type.Literal('hasDatarule') }),
  /** Ours: code of the form whose columns and rows can be granted, too. */
  form: nullable(Type.String()),
})

/** An entry of the tree of rights: menus and, below them, their buttons. */
export interface PermissionNode extends Static<typeof permissionShape> {
  children?: PermissionNode[]
}

/** `result` of queryTreeList. */
export const permissionTreeShape = Type.Object({
  treeList: Type.Array(treeShape<PermissionNode>('PermissionNode', permissionShape, 'absent')),
  ids: Type.Array(Type.String()),
})
export type PermissionTree = Static<typeof permissionTreeShape>

/** `result` of queryRolePermission: ids of menus and buttons. */
export const rolePermissions = Type.Array(Type.String())

/** A data rule of a menu, as a grant shows it. */
const dataRuleShape = Type.Object({
  id: Type.String(),
  permissionId: Type.String(),
  ruleName: Type.String(),
  ruleColumn: Type.String(),
  ruleConditions: Type.String(),
  ruleValue: Type.String(),
  status: Type.String(),
})
export type GrantedDataRule = Static<typeof dataRuleShape>

/** `result` of GET /sys/role/datarule. */
export const roleDataRules = Type.Object({
  datarule: Type.Array(dataRuleShape),
  /** Ids joined by commas. */
  drChecked: Type.String(),
})
export type RoleDataRules = Static<typeof roleDataRules>

/** What a document offers to be granted beyond its buttons, and what a role holds of it. */
const formGrantChoice = Type.Object({
  kind: Type.Enum(['visible', 'editable', 'row']),
  key: Type.String(),
  title: Type.String(),
})
export type FormGrantChoice = Static<typeof formGrantChoice>

/** GET /sys/role/formGrants/{code}/{roleId}; ours. */
export const roleFormGrants = Type.Object({
  choices: Type.Array(formGrantChoice),
  /** `kind:key` of each that the role holds. */
  granted: Type.Array(Type.String()),
})
export type RoleFormGrants = Static<typeof roleFormGrants>

export const formGrantParams = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 63 }),
  roleId: id(),
})

/** POST /sys/role/formGrants; ours. `last` is what the client showed; the difference is applied. */
export const formGrantBody = Type.Object({
  form: Type.String({ minLength: 1, maxLength: 63 }),
  roleId: id(),
  granted: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 1000 }),
  last: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 1000 }),
})
export type FormGrantBody = Static<typeof formGrantBody>
