import { type Static, Type } from 'typebox'
import type { Row } from '../compile/model.ts'
import type { WireColumns } from '../compile/wire/columns.ts'
import type { WireFormItem } from '../compile/wire/form-item.ts'
import type { WireQueryItem } from '../compile/wire/query-info.ts'
import type { V3QueryInfo } from '../compile/wire/v3.ts'
import { nullable, open, PAGE } from './answer.ts'
import type { PageDefinition } from './page.ts'
import { recordsQuery } from './question.ts'

/** A record decides nothing: the document names its fields, the user's rights and the texts that come along do the rest. */
const FIELDS = 'the fields of a document that the user may see, with texts and sub rows'
const DOCUMENT = 'made of a document'

/** A record of a document, with its sub rows. */
export const recordShape = open<Row>(FIELDS)
export const recordOrNull = open<Row | null>(FIELDS)
export const recordList = open<Row[]>(FIELDS)
/** GET form/{code}/{id}: `drafts` asks for what the user typed into it and did not save, as `_drafts` beside the fields. */
export const formRecordQuery = Type.Object({ drafts: Type.Optional(Type.Boolean()) })
/** A page of records; written as one piece, which is as fast as the whole answer by JSON.stringify. */
export const recordPage = Type.Object({ records: recordList, ...PAGE })

/** GET /online/document/{code}. */
export const pageDefinitionShape = open<PageDefinition>(DOCUMENT)
/** Descriptions of a form as clients of the wire read them. */
export const wireColumnsShape = open<WireColumns>(DOCUMENT)
export const wireAllColumns = Type.Object({ main: wireColumnsShape, subList: Type.Array(wireColumnsShape) })
export const wireQueryShape = open<WireQueryItem[]>(DOCUMENT)
export const v3QueryShape = open<V3QueryInfo>(DOCUMENT)
export const wireFormShape = open<WireFormItem>(DOCUMENT)

/** `result` of a save: the key of the record. */
export const savedKey = Type.String()
const key = () => Type.String({ minLength: 1, maxLength: 36 })
/** POST /online/move/{code}: a record of a tree, the one above it now and then (`''` for none), and a neighbour; last without one. */
export const moveBody = Type.Object({
  id: key(),
  from: Type.String({ maxLength: 36 }),
  parent: Type.String({ maxLength: 36 }),
  before: Type.Optional(key()),
  after: Type.Optional(key()),
})
export type MoveBody = Static<typeof moveBody>

/** `result` of a deletion: how many records are gone. */
export const removedCount = Type.Integer()
/** `result` of a refused save, `RowErrors`. */
export const rowErrorsShape = Type.Object({
  errors: Type.Array(
    Type.Object({
      field: Type.String(),
      message: Type.String(),
      subTable: Type.Optional(Type.String()),
      row: Type.Optional(Type.Integer()),
    }),
  ),
})

/** `result` of querySelectOptions: choices of one level of a linked dropdown. */
export const linkEntries = Type.Array(
  Type.Object({ label: Type.String(), store: Type.String(), id: Type.String(), pid: Type.String() }),
)

const text = Type.Optional(Type.String())
/** A structure of the database as its module describes it; which of these a step has, its kind decides. */
const structure = Type.Optional(open<unknown>('a column or index, or its name'))
const syncStep = Type.Object({
  kind: Type.String(),
  title: Type.String(),
  statements: Type.Array(Type.String()),
  loses: nullable(Type.String()),
  blocked: nullable(
    Type.Object({
      reason: Type.String(),
      count: Type.Integer(),
      rows: Type.Array(Type.Object({ id: Type.String(), value: nullable(Type.String()) })),
    }),
  ),
  additive: Type.Boolean(),
  column: structure,
  index: structure,
  from: text,
  to: text,
  id: text,
  parkedAs: text,
})
/** `result` of syncPlan, and of a doDbSynch that would lose values. */
export const syncPlanShape = Type.Object({
  table: Type.String(),
  steps: Type.Array(syncStep),
  blocked: Type.Boolean(),
  loses: Type.Boolean(),
})
/** `result` of doDbSynch. */
export const syncResultShape = Type.Object({
  done: Type.Array(syncStep),
  pending: Type.Array(syncStep),
  parkedTable: nullable(Type.String()),
})

const name = Type.Optional(Type.String({ maxLength: 200 }))
/** GET querySelectOptions: names that must stand together in a document. */
export const linkQuery = Type.Object({
  table: name,
  txt: name,
  key: name,
  idField: name,
  pidField: name,
  /** As JSON. */
  condition: Type.Optional(Type.String({ maxLength: 4000 })),
  pidValue: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type LinkQuery = Static<typeof linkQuery>

/** GET getTreeData: children of `pid`, or with `hasQuery` the whole tree of what was found. */
export const treeQuery = recordsQuery({
  pid: Type.Optional(Type.String({ maxLength: 100 })),
  hasQuery: Type.Optional(Type.String({ maxLength: 10 })),
})
