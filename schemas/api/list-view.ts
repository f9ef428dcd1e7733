import { type Static, Type } from 'typebox'

/** Largest settings of a list in bytes, as they are sent. */
export const MAX_LIST_SETTINGS_BYTES = 65_536
/** As many lists are kept of one user in one tenant; the oldest go first. */
export const MAX_OWN_LISTS = 500

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

/** How a list looks: its columns in their order, its rows. What is absent is as the document has it. */
export const listSettings = Type.Object(
  {
    columns: Type.Optional(Type.Array(columnSetting, { maxItems: 500 })),
    density: Type.Optional(Type.Union([Type.Literal('medium'), Type.Literal('small')])),
    rowNumbers: Type.Optional(Type.Boolean()),
  },
  strict,
)

export type ColumnSetting = Static<typeof columnSetting>
export type ListSettings = Static<typeof listSettings>

/** The page on which a list stands, where that is not the page of its own form. */
const page = Type.Optional(name)

/** PUT /online/view/:code/own. */
export const ownListBody = Type.Object({ page, settings: listSettings }, strict)

/** DELETE /online/view/:code/own. */
export const ownListQuery = Type.Object({ page })
