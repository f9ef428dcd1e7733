import { Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

const text = (maxLength = 100) => Type.Optional(Type.String({ maxLength }))

/** GET /sys/category/…: one shape for all calls, each reads its own part. */
export const categoryQuery = Type.Object({
  pid: text(),
  pcode: text(),
  condition: text(2000),
  async: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 5 })])),
  ids: text(20_000),
  delNotExist: text(5),
  field: text(),
  val: text(),
  code: text(),
})

/** `result` of loadOne. */
export const categoryShape = Type.Object({
  id: Type.String(),
  pid: Type.String(),
  name: Type.String(),
  code: Type.String(),
  hasChild: nullable(Type.String()),
})
/** `result` of loadDictItem: texts in the order of the ids. */
export const categoryTexts = Type.Array(Type.String())
/** `result` of loadAllData. */
export const categoryOptions = Type.Array(
  Type.Object({ value: Type.String(), text: Type.String(), title: Type.String() }),
)
/** `result` of childList. */
export const categoryRows = Type.Array(categoryShape)
/** `result` of getChildListBatch: all children on one page. */
export const categoryPage = pageShape(categoryShape)

/** GET /sys/category/getChildListBatch: comma-separated ids. */
export const categoryBatchQuery = Type.Object({ parentIds: Type.String({ maxLength: 40_000 }) })
/** GET /sys/category/checkCode. */
export const categoryCodeQuery = Type.Object({ pid: text(36), code: Type.String({ maxLength: 100 }) })
