import { type Static, Type } from 'typebox'

/** Most options that one call answers. */
export const MAX_DICT_OPTIONS = 1000

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const name = Type.String({ minLength: 1, maxLength: 100 })

/** `dict` is a code, `form.field`, or `table,text,value`. */
export const dictParams = Type.Object({ dict: Type.String({ minLength: 1, maxLength: 300 }) })
export type DictParams = Static<typeof dictParams>

/** GET /sys/dict/loadDict/{dict}: a keyword with commas asks for exactly these values. */
export const dictSearchQuery = Type.Object({
  keyword: text(200),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DICT_OPTIONS })),
})
export type DictSearchQuery = Static<typeof dictSearchQuery>

/** GET /sys/dict/loadDictItem/{dict}: texts of comma-separated keys, in their order. */
export const dictKeysQuery = Type.Object({ key: text(20_000), delNotExist: text(5) })
export type DictKeysQuery = Static<typeof dictKeysQuery>

/** GET /sys/dict/getDictText/{dict}/{key}. */
export const dictTextParams = Type.Object({ ...dictParams.properties, key: Type.String({ maxLength: 1000 }) })
export type DictTextParams = Static<typeof dictTextParams>

/** GET /sys/dict/loadTreeData: one level of a table that is a tree. */
export const dictTreeQuery = Type.Object({
  pid: text(100),
  tableName: name,
  text: name,
  code: name,
  pidField: text(100),
  hasChildField: text(100),
  condition: text(2000),
})
export type DictTreeQuery = Static<typeof dictTreeQuery>
