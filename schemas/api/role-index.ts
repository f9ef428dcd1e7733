import { Type } from 'typebox'
import { nullable } from './answer.ts'

/** A home page as the wire has it: `roleCode` names the role, or the user, or is `DEF_INDEX_ALL`. */
export const roleIndexBody = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 36 })),
    relationType: Type.Optional(nullable(Type.String({ maxLength: 10 }))),
    roleCode: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    url: Type.Optional(nullable(Type.String())),
    component: Type.Optional(nullable(Type.String())),
    route: Type.Optional(nullable(Type.Boolean())),
    priority: Type.Optional(nullable(Type.Integer())),
    status: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: true },
)

/** GET /sys/sysRoleIndex/queryByCode. */
export const roleIndexQuery = Type.Object({ roleCode: Type.String({ minLength: 1, maxLength: 100 }) })

/** GET /sys/sysRoleIndex/queryDefIndex: the home page of all who have no other. */
export const defaultIndex = Type.Object({
  roleCode: Type.String(),
  url: Type.String(),
  component: nullable(Type.String()),
  route: Type.Boolean(),
})

/** PUT /sys/sysRoleIndex/updateDefIndex. */
export const defaultIndexChange = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 255 }),
  component: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  isRoute: Type.Optional(Type.Boolean()),
})
