import { type Static, Type } from 'typebox'

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
export type CategoryQuery = Static<typeof categoryQuery>
