import { type Static, Type } from 'typebox'
import { nullable, open, pageShape } from './answer.ts'
import { fileDescription } from './file.ts'
import { recordsQuery } from './question.ts'

/**
 * A user as pickers show him. Sex, phone, birthday, number, state and time are for those who keep accounts (`system:user:list`);
 * everybody else finds null there.
 */
const userShape = Type.Object({
  id: Type.String(),
  username: Type.String(),
  realname: Type.String(),
  sex: nullable(Type.Number()),
  sex_dictText: Type.Optional(Type.String()),
  phone: nullable(Type.String()),
  birthday: nullable(Type.String()),
  avatar: nullable(Type.String()),
  /** The picture, by its path. */
  _files: Type.Optional(Type.Record(Type.String(), fileDescription)),
  workNo: nullable(Type.String()),
  orgCode: nullable(Type.String()),
  /** Names of the user's departments, joined by commas. */
  orgCodeTxt: Type.String(),
  status: nullable(Type.Number()),
  createTime: nullable(Type.String()),
})
export type UserRow = Static<typeof userShape>
/** `result` of calls that answer a page of users, and of those that answer chosen ones. */
export const userPage = pageShape(userShape)
export const users = Type.Array(userShape)

/** GET /sys/user/selectUserList: whom somebody may name; lists are separated by commas. */
export const mentionQuery = Type.Object({
  departId: Type.Optional(Type.String({ maxLength: 36 })),
  roleId: Type.Optional(Type.String({ maxLength: 36 })),
  /** Part of a name or an account. */
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  excludeUserIdList: Type.Optional(Type.String({ maxLength: 40_000 })),
  includeUsernameList: Type.Optional(Type.String({ maxLength: 100_000 })),
  pageNo: Type.Optional(Type.Integer({ maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})
export type MentionQuery = Static<typeof mentionQuery>

/** PUT /sys/user/frozenBatch: 1 thaws, 2 freezes. */
export const freezeBody = Type.Object({
  ids: Type.String({ minLength: 1, maxLength: 100_000 }),
  status: Type.Union([Type.Literal(1), Type.Literal(2)]),
})

/** PUT /sys/user/changePassword: the password that somebody else gives a user. */
export const passwordBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 512 }),
})

/** Questions about one user; the wire spells the name in two ways. */
export const userQuery = Type.Object({
  userid: Type.Optional(Type.String({ maxLength: 36 })),
  userId: Type.Optional(Type.String({ maxLength: 36 })),
})

/** `result` of queryUserRole: ids of the user's roles. */
export const userRoles = Type.Array(Type.String())
/** `result` of userDepartList. */
export const userDeparts = Type.Array(
  Type.Object({ key: Type.String(), value: Type.String(), title: Type.String() }),
)

const deletedShape = Type.Object({
  id: Type.String(),
  username: Type.String(),
  realname: Type.String(),
  avatar: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  sex: nullable(Type.Number()),
  status: nullable(Type.Number()),
  orgCodeTxt: Type.String(),
  deletedBy: nullable(Type.String()),
  deletedAt: nullable(Type.String()),
})
/** A user in the recycle bin. */
export type DeletedUser = Static<typeof deletedShape>
/** `result` of recycleBin. */
export const deletedUsers = Type.Array(Type.Object({ ...deletedShape.properties, orgCode: Type.String() }))

const ids = Type.String({ minLength: 1, maxLength: 100_000 })
/** PUT /sys/user/putRecycleBin. */
export const recycledBody = Type.Object({ userIds: ids })
/** DELETE /sys/user/deleteRecycleBin. */
export const recycledQuery = Type.Object({ userIds: ids })

/** GET /sys/user/queryUserByDepId. */
export const departUsersQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 36 }),
  realname: Type.Optional(Type.String({ maxLength: 100 })),
})
/** `result` of generateUserId. */
export const generatedId = Type.String()

const key = Type.String({ minLength: 1, maxLength: 36 })
/** GET /sys/user/departUserList: users of a department and those below. */
export const departUserListQuery = Type.Object({
  depId: Type.Optional(Type.String({ maxLength: 36 })),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  realname: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.String({ maxLength: 10 })),
  pageSize: Type.Optional(Type.String({ maxLength: 10 })),
})
/** POST /sys/user/editSysDepartWithUser. */
export const membersBody = Type.Object({ depId: key, userIdList: Type.Array(key, { maxItems: 1000 }) })
/** DELETE /sys/user/deleteUserInDepart. */
export const leavingQuery = Type.Object({ depId: key, userId: key })
/** DELETE /sys/user/deleteUserInDepartBatch. */
export const leavingManyQuery = Type.Object({ depId: key, userIds: ids })

/** GET /sys/user/queryByOrgCodeForAddressList: colleagues of a department and those below. */
export const addressQuery = Type.Object({
  orgCode: Type.Optional(Type.String({ maxLength: 64 })),
  realname: Type.Optional(Type.String({ maxLength: 100 })),
  workNo: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.String({ maxLength: 10 })),
  pageSize: Type.Optional(Type.String({ maxLength: 10 })),
})
const addressShape = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  realname: Type.String(),
  workNo: nullable(Type.String()),
  post: nullable(Type.String()),
  post_dictText: Type.Optional(Type.String()),
  telephone: nullable(Type.String()),
  /** Null for those without the right to it. */
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  avatar: nullable(Type.String()),
  departId: nullable(Type.String()),
  /** Names of the departments, parted by ` | `. */
  departName: Type.String(),
})
export type AddressRow = Static<typeof addressShape>
/** `result` of it. */
export const addressPage = pageShape(addressShape)

/** GET /sys/user/list and the other lists of pickers: users of a department and those below. */
export const pickedUsersQuery = recordsQuery({ departId: Type.Optional(Type.String({ maxLength: 36 })) })
/** GET /sys/user/userRoleList and /sys/sysDepartRole/userList. */
export const usersOfRoleQuery = recordsQuery({ roleId: key })
/** GET /sys/user/getMultiUser: values of one column, separated by commas. */
export const userValuesQuery = open<Readonly<Record<string, unknown>>>('one column and its values')
/** GET /sys/user/queryByIds. */
export const userIdsQuery = Type.Object({ userIds: ids })
/** GET /sys/user/checkOnlyUser: what another user than `id` may hold already. */
export const freeNameQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 36 })),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  phone: Type.Optional(Type.String({ maxLength: 45 })),
  email: Type.Optional(Type.String({ maxLength: 100 })),
})
