import { type Static, Type } from 'typebox'
import { conditionSchema } from './condition.ts'
import { LIST_ACTIONS, type ListAction } from './form-words.ts'

const strict = { additionalProperties: false } as const

/** A button or call under a menu, granted by its permission code. */
export const menuButton = Type.Object(
  { title: Type.String({ minLength: 1 }), permission: Type.String({ minLength: 1 }) },
  strict,
)
export type MenuButton = Static<typeof menuButton>

/** Rows of the menu's form that a role may be limited to. */
export const menuDataRule = Type.Object(
  { title: Type.String({ minLength: 1 }), where: conditionSchema },
  strict,
)
export type MenuDataRule = Static<typeof menuDataRule>

/** One entry of the menu tree. */
export interface MenuEntry {
  /** Kept when the entry is imported or renamed; derived from the path where absent. */
  id?: string
  title: string
  /** Route, e.g. `/expo/ExpoList`; an address for external entries. */
  path?: string
  /** Name of a hand-written page or of a layout; not needed with `form`. */
  component?: string
  /** Code of the form document whose list the entry opens. */
  form?: string
  icon?: string
  redirect?: string
  hidden?: boolean
  alwaysShow?: boolean
  keepAlive?: boolean
  /** Opens in a new window. */
  external?: boolean
  permission?: string
  buttons?: readonly MenuButton[]
  /** Short for the buttons `online:<form>:<action>`. */
  actions?: readonly ListAction[]
  dataRules?: readonly MenuDataRule[]
  children?: readonly MenuEntry[]
}

const entryProperties = {
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  path: Type.Optional(Type.String()),
  component: Type.Optional(Type.String()),
  form: Type.Optional(Type.String({ minLength: 1 })),
  icon: Type.Optional(Type.String()),
  redirect: Type.Optional(Type.String()),
  hidden: Type.Optional(Type.Boolean()),
  alwaysShow: Type.Optional(Type.Boolean()),
  keepAlive: Type.Optional(Type.Boolean()),
  external: Type.Optional(Type.Boolean()),
  permission: Type.Optional(Type.String({ minLength: 1 })),
  buttons: Type.Optional(Type.Array(menuButton)),
  actions: Type.Optional(Type.Array(Type.Enum(LIST_ACTIONS))),
  dataRules: Type.Optional(Type.Array(menuDataRule)),
  children: Type.Optional(Type.Array(Type.Unsafe<MenuEntry>({ $ref: '#/$defs/menuEntry' }))),
}

/** JSON Schema of an entry; stands under `$defs/menuEntry`. */
export const menuEntryDefinition = Type.Object(entryProperties, strict)

/** A top-level menu with its tree: `<id>.menu.json`. */
export const menuDocument = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    kind: Type.Literal('menu'),
    /** Place among the top-level menus. */
    order: Type.Optional(Type.Number()),
    ...entryProperties,
  },
  strict,
)

/** A menu document after it passed the meta-schema. */
export interface MenuDocument extends MenuEntry {
  $schema?: string
  kind: 'menu'
  order?: number
}
