import { type Static, Type } from 'typebox'
import { MATCH_TYPES, type QueryGroup } from '../page/advanced-query.ts'
import { nullable, open } from './answer.ts'

/** Largest settings of a list in bytes, as they are sent. */
export const MAX_LIST_SETTINGS_BYTES = 65_536
/** As many lists are kept of one user in one tenant; the oldest go first. */
export const MAX_OWN_LISTS = 500
/** Longest name of a saved query. */
export const MAX_QUERY_TITLE = 32
/** As many queries are saved for one list by one user, and as many shared ones. */
export const MAX_SAVED_QUERIES = 50
/** `busType` of messages that lead to a saved query, whose id is their `busId`. */
export const QUERY_MESSAGE = 'list_view'
/** Counts of saved queries end here. */
export const MOST_COUNTED = 1000

const strict = { additionalProperties: false } as const
const name = Type.String({ minLength: 1, maxLength: 100 })

const columnSetting = Type.Object(
  {
    field: name,
    hidden: Type.Optional(Type.Boolean()),
    /** The side where it stays in view; `none` where the document pins it and the user does not. */
    fixed: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right'), Type.Literal('none')])),
    /** In px; absent where it is as wide as the document has it. */
    width: Type.Optional(Type.Integer({ minimum: 40, maximum: 2000 })),
  },
  strict,
)

const looks = {
  columns: Type.Optional(Type.Array(columnSetting, { maxItems: 500 })),
  density: Type.Optional(Type.Union([Type.Literal('medium'), Type.Literal('small')])),
  rowNumbers: Type.Optional(Type.Boolean()),
}

/** How a list looks: its columns in their order, its rows. What is absent is as the document has it. */
export const listSettings = Type.Object(looks, strict)

export type ColumnSetting = Static<typeof columnSetting>
export type ListSettings = Static<typeof listSettings>

/** The page on which a list stands, where that is not the page of its own form. */
const page = Type.Optional(name)

/** PUT /online/view/:code/own. */
export const ownListBody = Type.Object({ page, settings: listSettings }, strict)

/** DELETE /online/view/:code/own; GET /online/view/:code and its counts. */
export const ownListQuery = Type.Object({ page })

const WITHIN = 'conditions within conditions'
/** Conditions of the advanced query, as the wire's clients write them; which fields and rules there are is judged by the form. */
const records = Type.Unsafe<QueryGroup['records']>({
  type: 'array',
  maxItems: 200,
  items: { type: 'object', open: WITHIN },
})

const settings = {
  matchType: Type.Enum(MATCH_TYPES),
  /** Values of the query bar in stored form; ends of ranges under `<field>_begin` and `<field>_end`. */
  filters: Type.Record(Type.String({ maxLength: 110 }), Type.String({ maxLength: 2000 }), {
    maxProperties: 100,
  }),
  sort: Type.Array(Type.Object({ field: name, descending: Type.Boolean() }, strict), { maxItems: 20 }),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Key of the layout in which the rows are shown. */
  layout: Type.Optional(name),
  /** Field by which the rows are grouped; '' for none. */
  groupBy: Type.Optional(Type.String({ maxLength: 100 })),
  ...looks,
}
/** What a saved query brings back: conditions, filters of the query bar, order, and how the list looks. */
export const querySettings = Type.Object({ ...settings, records }, strict)
export type QuerySettings = Static<typeof querySettings>

/** Whose a saved query is: the user's own, or that of a role, a department with those below it, or everybody. */
export const AUDIENCES = ['me', 'role', 'depart', 'all'] as const
export type AudienceKind = (typeof AUDIENCES)[number]

const title = Type.String({ minLength: 1, maxLength: MAX_QUERY_TITLE })
const audience = Type.Object(
  { kind: Type.Enum(AUDIENCES), id: Type.Optional(Type.String({ minLength: 1, maxLength: 36 })) },
  strict,
)
export type Audience = Static<typeof audience>
const use = {
  /** The list begins with it. */
  opens: Type.Optional(Type.Boolean()),
  onHome: Type.Optional(Type.Boolean()),
  /** The user is told when a record enters. */
  subscribed: Type.Optional(Type.Boolean()),
}
const isDefault = Type.Optional(Type.Boolean())

/** POST /online/view/:code: takes the place of a query of the same name for the same people. */
export const saveQueryBody = Type.Object(
  { page, title, audience, settings: querySettings, isDefault, ...use },
  strict,
)
/** PUT /online/view/:code/:id. */
export const changeQueryBody = Type.Object(
  {
    title: Type.Optional(title),
    audience: Type.Optional(audience),
    settings: Type.Optional(querySettings),
    isDefault,
    /** That of the query as it was seen: another one is refused with 409. */
    version: Type.Optional(Type.Integer()),
  },
  strict,
)
/** PUT /online/view/:code/:id/use. */
export const useQueryBody = Type.Object(use, strict)
/** PUT /online/view/:code/order. */
export const orderQueriesBody = Type.Object(
  { page, ids: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 2 * MAX_SAVED_QUERIES }) },
  strict,
)
export type SaveQueryBody = Static<typeof saveQueryBody>
export type ChangeQueryBody = Static<typeof changeQueryBody>
export type UseQueryBody = Static<typeof useQueryBody>

/** A saved query as one user may see it: without conditions on fields that the rights hide. */
export const savedQueryShape = Type.Object({
  id: Type.String(),
  title: Type.String(),
  audience: Type.Object({ kind: Type.Enum(AUDIENCES), id: Type.String(), name: Type.String() }),
  /** Somebody who shares queries sees those of others, too. */
  forMe: Type.Boolean(),
  version: Type.Integer(),
  mayChange: Type.Boolean(),
  /** The list of its people begins with it. */
  isDefault: Type.Boolean(),
  opens: Type.Boolean(),
  onHome: Type.Boolean(),
  subscribed: Type.Boolean(),
  settings: Type.Object({ ...settings, records: open<QueryGroup['records']>(WITHIN) }),
  /** Conditions that are left out: titles of their fields, and how many are on fields that are not to be named. */
  lost: Type.Object({ fields: Type.Array(Type.String()), unnamed: Type.Integer() }),
})
export type SavedQueryOfUser = Static<typeof savedQueryShape>
export const savedQueriesShape = Type.Array(savedQueryShape)

/** How many rows each saved query finds, `MOST_COUNTED` at most; null where counting takes too long. */
export const queryCounts = Type.Array(Type.Object({ id: Type.String(), count: nullable(Type.Integer()) }))
export type QueryCounts = Static<typeof queryCounts>

/** Whom queries can be shared with. */
const named = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))
export const audiencesShape = Type.Object({ roles: named, departs: named })
export type Audiences = Static<typeof audiencesShape>

/** GET /online/views/home: what stands on the home page. */
export const queryCards = Type.Array(
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    page: Type.String(),
    form: Type.String(),
    formTitle: Type.String(),
    count: nullable(Type.Integer()),
    isLost: Type.Boolean(),
  }),
)
export type QueryCard = Static<typeof queryCards>[number]
