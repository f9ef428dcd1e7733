import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

/** Longest comment, in characters. */
const MAX_COMMENT = 2000
/** As many people are mentioned in one comment. */
const MAX_MENTIONED = 50
/** `busType` of messages about a comment; their `busId` is the record that it is on. */
export const COMMENT_MESSAGE = 'comment'

const key = Type.String({ minLength: 1, maxLength: 36 })
const form = Type.String({ minLength: 1, maxLength: 100 })

/** The record that comments belong to: the code or the table of its form, and its key. */
export const commentedQuery = Type.Object({
  tableName: form,
  tableDataId: key,
  pageNo: Type.Optional(Type.Integer({ maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})

/** POST /sys/comment/addText. Who writes is the caller, whatever a client says. */
export const commentBody = Type.Object({
  tableName: form,
  tableDataId: key,
  commentContent: Type.String({ minLength: 1, maxLength: MAX_COMMENT }),
  /** The user who is answered. */
  toUserId: Type.Optional(nullable(Type.String({ maxLength: 36 }))),
  /** The comment that is answered. */
  commentId: Type.Optional(nullable(Type.String({ maxLength: 36 }))),
  /** Users whom the text mentions. */
  mentionedIds: Type.Optional(Type.Array(key, { maxItems: MAX_MENTIONED })),
})
export type CommentBody = Static<typeof commentBody>

/** `?id=` of one comment. */
export const commentIdQuery = Type.Object({ id: key })

const commentShape = Type.Object({
  id: Type.String(),
  tableName: Type.String(),
  tableDataId: Type.String(),
  fromUserId: Type.String(),
  fromUserId_dictText: Type.String(),
  fromUserAvatar: nullable(Type.String()),
  toUserId: nullable(Type.String()),
  toUserId_dictText: Type.String(),
  toUserAvatar: nullable(Type.String()),
  commentId: nullable(Type.String()),
  commentContent: Type.String(),
  createBy: Type.String(),
  createTime: Type.String(),
  /** Comments are texts: no files are kept with them. */
  fileList: Type.Array(Type.Null()),
})
export type Comment = Static<typeof commentShape>
/** `result` of queryById. */
export const commentAnswer = commentShape
/** `result` of a new comment, with the names of those who are addressed and not told: they do not see the record. */
export const newComment = Type.Object({ ...commentShape.properties, untold: Type.Array(Type.String()) })
export type NewComment = Static<typeof newComment>
/** `result` of listByForm. */
export const commentPage = pageShape(commentShape)
/** `result` of fileList: files of the comments of a record, of which there are none. */
export const commentFiles = pageShape(Type.Null())
