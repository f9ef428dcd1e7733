import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from './condition.ts'
import { LIST_ACTIONS, type ListAction } from './form-words.ts'
import { type DocumentTexts, documentTexts } from './texts.ts'

const strict = { additionalProperties: false } as const

/** A button or call under a menu, granted by its permission code. */
export const menuButton = Type.Object(
  {
    title: described(Type.String({ minLength: 1, maxLength: 100 }), 'Name of the right.', '审核'),
    permission: described(Type.String({ minLength: 1, maxLength: 255 }), 'Its code.', 'expo:audit'),
  },
  strict,
)
export type MenuButton = Static<typeof menuButton>

/** Rows of the menu's form that a role may be limited to. */
export const menuDataRule = Type.Object(
  {
    title: described(Type.String({ minLength: 1 }), 'Name of the rule.', '本人创建'),
    where: conditionSchema,
  },
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
  /** Short for the buttons of built-in actions. */
  actions?: readonly ListAction[]
  dataRules?: readonly MenuDataRule[]
  children?: readonly MenuEntry[]
}

const text = (description: string, example: string, minLength = 0) =>
  Type.Optional(described(Type.String({ minLength, maxLength: 255 }), description, example))
const yes = (description: string) => Type.Optional(described(Type.Boolean(), description, true))

const entryProperties = {
  id: Type.Optional(
    described(
      Type.String({ minLength: 1, maxLength: 36 }),
      'Stable identity: keeps the grants when path or title change; derived from the path where absent.',
      'expo-list',
    ),
  ),
  title: described(
    Type.String({ minLength: 1, maxLength: 100 }),
    'Label in the menu and of the tab.',
    '展会管理',
  ),
  path: text('Route; an address for external entries.', '/expo/ExpoList'),
  component: text('Name of a hand-written page or of a layout; not needed with `form`.', 'layouts/RouteView'),
  form: Type.Optional(
    described(
      Type.String({ minLength: 1, maxLength: 63 }),
      'Code of the form document whose list the entry opens, or of a composite page.',
      'expo',
    ),
  ),
  icon: text('Icon before the label.', 'ant-design:shop-outlined'),
  redirect: text('Route that is opened instead.', '/expo/ExpoList'),
  hidden: yes('Not shown in the menu; the route works.'),
  alwaysShow: yes('Shown as a group even with a single child.'),
  keepAlive: yes('The page keeps its state while another tab is in view.'),
  external: yes('Opens in a new window.'),
  permission: text(
    "Permission code that the entry grants; with `form`, the right to list it by default: `online:<form>:list`, or what the form's `rights` say.",
    'online:expo:list',
    1,
  ),
  buttons: Type.Optional(
    described(Type.Array(menuButton), 'Further rights below the entry, granted one by one.', [
      { title: '审核', permission: 'expo:audit' },
    ]),
  ),
  actions: Type.Optional(
    described(
      Type.Array(Type.Enum(LIST_ACTIONS)),
      "Short for the buttons of built-in actions: `online:<form>:<action>`, or what the form's `rights` say.",
      ['add', 'edit', 'delete'],
    ),
  ),
  dataRules: Type.Optional(
    described(Type.Array(menuDataRule), 'Row limits that a role may be given together with the entry.', [
      { title: '本人创建', where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' } },
    ]),
  ),
  children: Type.Optional(
    described(
      Type.Array(Type.Unsafe<MenuEntry>({ $ref: '#/$defs/menuEntry' })),
      'Entries below this one, in order.',
      [{ title: '展会', path: '/expo/ExpoList', form: 'expo' }],
    ),
  ),
}

/** JSON Schema of an entry; stands under `$defs/menuEntry`. */
export const menuEntryDefinition = Type.Object(entryProperties, strict)

/** A top-level menu with its tree: `<id>.menu.json`. */
export const menuDocument = Type.Object(
  {
    $schema: Type.Optional(
      described(
        Type.String(),
        'Path of definition.schema.json, for editors.',
        '../../definition.schema.json',
      ),
    ),
    kind: Type.Literal('menu'),
    texts: Type.Optional(documentTexts),
    order: Type.Optional(described(Type.Number(), 'Place among the top-level menus.', 20)),
    ...entryProperties,
  },
  strict,
)

/** A menu document after it passed the meta-schema. */
export interface MenuDocument extends MenuEntry {
  $schema?: string
  kind: 'menu'
  order?: number
  texts?: DocumentTexts
}
