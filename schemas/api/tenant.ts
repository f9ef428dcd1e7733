import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

const tenantId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** GET /sys/tenant/getTenantUserList. */
export const tenantMembersQuery = Type.Object({
  userTenantId: Type.String({ pattern: '^\\d{1,9}$' }),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.String({ maxLength: 10 })),
  pageSize: Type.Optional(Type.String({ maxLength: 10 })),
})
const memberShape = Type.Object({
  id: Type.String(),
  username: Type.String(),
  realname: Type.String(),
  status: Type.Integer(),
  isAdmin: Type.Boolean(),
})
/** A user who belongs to a tenant. */
export type TenantMember = Static<typeof memberShape>
/** `result` of it. */
export const tenantMembers = pageShape(memberShape)

/** PUT /sys/tenant/invitationUserJoin: the user of an account, or of a telephone number, becomes a member. */
export const tenantJoinQuery = Type.Object({
  ids: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9})*$', maxLength: 1000 }),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  phone: Type.Optional(Type.String({ maxLength: 45 })),
})
/** PUT /sys/tenant/leaveTenant. */
export const tenantLeaveQuery = Type.Object({
  userIds: Type.String({ minLength: 1, maxLength: 100_000 }),
  tenantId: Type.String({ pattern: '^\\d{1,9}$' }),
})
/** PUT /sys/tenant/administrator: who may do everything in a tenant. */
export const tenantAdministratorBody = Type.Object({
  tenantId,
  userId: Type.String({ minLength: 1, maxLength: 36 }),
  isAdmin: Type.Boolean(),
})

/** GET /sys/tenant/queryList: tenants by their numbers, all where none is named. */
export const tenantListQuery = Type.Object({ ids: Type.Optional(Type.String({ maxLength: 10_000 })) })
/** `result` of it. */
export const tenantList = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    status: Type.Integer(),
    beginDate: nullable(Type.String()),
    endDate: nullable(Type.String()),
  }),
)

const ownTenant = Type.Object({ id: Type.Integer(), name: Type.String(), status: Type.Integer() })
/** `result` of getCurrentUserTenant. */
export const ownTenants = Type.Object({ list: Type.Array(ownTenant) })

/** `result` of getTenantListByUserId. */
export const memberTenants = Type.Array(
  Type.Object({
    id: Type.String(),
    tenantUserId: Type.String(),
    name: Type.String(),
    userTenantStatus: Type.String(),
  }),
)

/** DELETE /sys/tenant/delete and deleteBatch. */
export const tenantDeleteQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 10 })),
  ids: Type.Optional(Type.String({ maxLength: 10_000 })),
})
