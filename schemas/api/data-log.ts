import { type Static, Type } from 'typebox'
import { nullable } from './answer.ts'

/** GET /sys/dataLog/queryDataVerList. */
export const versionsQuery = Type.Object({
  dataTable: Type.String({ minLength: 1, maxLength: 63 }),
  dataId: Type.String({ minLength: 1, maxLength: 36 }),
})

/** GET /sys/dataLog/queryCompareList: keys of two versions. That of a state before a change is two characters longer. */
export const compareQuery = Type.Object({
  dataId1: Type.String({ minLength: 1, maxLength: 38 }),
  dataId2: Type.String({ minLength: 1, maxLength: 38 }),
})

const version = Type.Object({
  id: Type.String(),
  createBy: nullable(Type.String()),
  createName: nullable(Type.String()),
  createTime: Type.String(),
  dataTable: Type.String(),
  dataId: Type.String(),
  dataVersion: Type.Integer(),
  /** Of the change that made it; `before`: the state that a change found. */
  action: Type.String(),
  /** The wire's word for data, as against comments. */
  type: Type.String(),
  /** JSON of the record as it was then: the columns that the reader may see, with their texts. */
  dataContent: Type.String(),
  /** Titles of these columns, by name. */
  dataTitles: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
  }),
})
export type DataVersion = Static<typeof version>
export const dataVersions = Type.Array(version)
