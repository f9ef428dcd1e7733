import { type Static, Type } from 'typebox'
import type { DictOption } from '../page/form.ts'
import { nullable } from './answer.ts'

/** Most options that one call answers. */
export const MAX_DICT_OPTIONS = 1000

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const name = Type.String({ minLength: 1, maxLength: 100 })

/** `dict` is a code, `form.field`, or `table,text,value`. */
export const dictParams = Type.Object({ dict: Type.String({ minLength: 1, maxLength: 300 }) })

/** GET /online/offered/{form}/{field}. */
export const offeredParams = Type.Object({ form: name, field: name })

/** GET /sys/dict/loadDict/{dict}: a keyword with commas asks for exactly these values. */
export const dictSearchQuery = Type.Object({
  keyword: text(200),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DICT_OPTIONS })),
})

/** GET /sys/dict/loadDictItem/{dict}: texts of comma-separated keys, in their order. */
export const dictKeysQuery = Type.Object({ key: text(20_000), delNotExist: text(5) })

/** GET /sys/dict/getDictText/{dict}/{key}. */
export const dictTextParams = Type.Object({ ...dictParams.properties, key: Type.String({ maxLength: 1000 }) })

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

/** GET /sys/dict/loadTreePath: the levels of such a tree from the topmost one down to the nodes with these comma-separated values. */
export const dictTreePath = Type.Object({
  ...dictTreeQuery.properties,
  pidField: name,
  values: Type.String({ minLength: 1, maxLength: 20_000 }),
})

/** GET /sys/dict/searchTreeData: nodes of all levels of such a tree whose text holds the keyword. */
export const dictTreeSearch = Type.Object({
  tableName: name,
  text: name,
  code: name,
  pidField: name,
  condition: text(2000),
  keyword: Type.String({ minLength: 1, maxLength: 100 }),
})
/** `result` of it: each node with the texts from the topmost one down to it. */
export const dictTreeHits = Type.Array(
  Type.Object({ value: Type.String(), title: Type.String(), path: Type.Array(Type.String()) }),
)
export type DictTreeHit = Static<typeof dictTreeHits>[number]

/** An option as the wire has it: the text three times. */
export const dictOptionShape = Type.Object({
  value: Type.Unsafe<DictOption['value']>({ type: ['number', 'string', 'boolean'] }),
  text: Type.String(),
  title: Type.String(),
  label: Type.String(),
  color: Type.Optional(Type.String()),
  disabled: Type.Optional(Type.Boolean()),
})
/** `result` of calls that answer options. */
export const dictOptions = Type.Array(dictOptionShape)

/** Dictionaries that are kept, by code; their values are texts. */
export const keptItems = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({
      value: Type.String(),
      text: Type.String(),
      title: Type.String(),
      label: Type.String(),
      color: Type.Optional(Type.String()),
    }),
  ),
)
export type KeptItems = Static<typeof keptItems>

/** Texts in the order of the values that were asked about. */
export const dictTexts = Type.Array(Type.String())
/** The text of one value; null when there is none. */
export const dictText = nullable(Type.String())

/** `result` of /sys/dict/version: names the state of all kept dictionaries. */
export const dictVersion = Type.String()

/** GET /sys/dict/treeList. */
export const dictNodesQuery = Type.Object({ dictName: text(100) })
/** `result` of treeList: dictionaries as nodes without children. */
export const dictNodes = Type.Array(
  Type.Object({ key: Type.String(), title: Type.String(), dictCode: Type.String() }),
)

/** A dictionary in the recycle bin. */
const deletedDict = Type.Object({
  id: Type.String(),
  dictName: Type.String(),
  dictCode: Type.String(),
  description: nullable(Type.String()),
  type: Type.Integer(),
  delFlag: Type.Integer(),
  updateBy: nullable(Type.String()),
  updateTime: nullable(Type.String()),
})
export type DeletedDict = Static<typeof deletedDict>
/** `result` of /sys/dict/deleteList. */
export const deletedDicts = Type.Array(deletedDict)

/** PUT /sys/dict/back/{id}, DELETE /sys/dict/deletePhysic/{id}. */
export const dictIdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })
/** PUT /sys/dict/putRecycleBin and DELETE deleteRecycleBin: comma-separated ids. */
export const dictIds = Type.Object({ ids: Type.String({ minLength: 1, maxLength: 40_000 }) })

/** GET /sys/dictItem/dictItemCheck. */
export const dictItemCheckQuery = Type.Object({
  id: text(36),
  dictId: Type.String({ minLength: 1, maxLength: 36 }),
  itemValue: Type.String({ minLength: 1, maxLength: 100 }),
})
