import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

/** GET /online/history/:code/:id. */
export const lifeQuery = Type.Object({
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})

/** GET /online/history/:code/:id/versions: keys of one or two versions; that of a state before a change is two characters longer. */
export const lifeVersionsQuery = Type.Object({
  one: Type.String({ minLength: 1, maxLength: 38 }),
  other: Type.Optional(Type.String({ minLength: 1, maxLength: 38 })),
})

/**
 * POST /online/history/:code/:id/restore: the key of a version, and the version of the record that is to become it. With a field, that
 * field alone is to be what it was before the change of this key.
 */
export const restoreVersionBody = Type.Object({
  version: Type.String({ minLength: 1, maxLength: 36 }),
  field: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  _version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
})

/** What stayed as it was all the same: titles of fields and sub tables. */
export const restoredVersion = Type.Object({ kept: Type.Array(Type.String()) })
export type RestoredVersion = Static<typeof restoredVersion>

const field = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** In words: texts of dictionaries. Empty where nothing stood. */
  before: Type.String(),
  after: Type.String(),
})
export type LifeField = Static<typeof field>

const kind = Type.Enum(['added', 'changed', 'removed'])

const subRow = Type.Object({
  /** Code and title of the sub table. */
  code: Type.String(),
  title: Type.String(),
  id: Type.String(),
  kind,
  fields: Type.Array(field),
})
export type LifeSubRow = Static<typeof subRow>

const event = Type.Object({
  /** Of the operation. */
  id: Type.String(),
  at: Type.String(),
  username: Type.String(),
  realname: nullable(Type.String()),
  action: Type.String(),
  /** What the document calls the action, where it is one of its own. */
  actionTitle: nullable(Type.String()),
  /** Of an undo, the action that it took back. */
  undoes: nullable(Type.String()),
  /** What became of the record itself; null where only its sub rows were changed. */
  own: nullable(
    Type.Object({
      /** Key of the version that it made. */
      change: Type.String(),
      version: Type.Integer(),
      kind,
      fields: Type.Array(field),
    }),
  ),
  subs: Type.Array(subRow),
  /** Sub rows that were changed besides. */
  moreSubs: Type.Integer(),
})
export type LifeEvent = Static<typeof event>
export const lifePage = pageShape(event)
