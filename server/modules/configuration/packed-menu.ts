import { type Static, Type } from 'typebox'
import { keptTexts } from './kept-texts.ts'
import { countedKey, keyOf } from './menu-tree.ts'

const strict = { additionalProperties: false } as const
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const yes = Type.Optional(Type.Boolean())
const button = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 100 }),
    permission: text(255),
    order: Type.Optional(Type.Number()),
    permsType: text(10),
    status: text(2),
    description: text(255),
  },
  strict,
)
/** A button, granted by itself. */
export type Button = Static<typeof button>
const rule = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 50 }),
    field: Type.String({ maxLength: 63 }),
    condition: Type.String({ minLength: 1, maxLength: 50 }),
    value: Type.String({ maxLength: 20_000 }),
    disabled: yes,
  },
  strict,
)
/** A data rule, by which a grant may be narrowed. */
export type Rule = Static<typeof rule>
/** Shape of an entry of the menu in a package. */
export const menuShape = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 100 }),
    /** Key of the entry above; a top menu has none. */
    parent: text(2000),
    /** Which one it is of those of one place and name, or of one address; the first says nothing. */
    nth: Type.Optional(Type.Integer({ minimum: 2, maximum: 1000 })),
    path: text(255),
    form: text(63),
    component: text(255),
    componentName: text(255),
    redirect: text(255),
    permission: text(255),
    icon: text(255),
    order: Type.Optional(Type.Number()),
    notRoute: yes,
    hidden: yes,
    hideTab: yes,
    keepAlive: yes,
    alwaysShow: yes,
    external: yes,
    description: text(255),
    buttons: Type.Optional(Type.Array(button)),
    dataRules: Type.Optional(Type.Array(rule)),
    texts: Type.Optional(keptTexts),
  },
  strict,
)
/** A folder or page of the menu with its buttons and data rules. */
export type PackedMenu = Static<typeof menuShape>

/** What tells a button of a page from the others. */
export const codeOf = ({ permission, title }: Button) => permission ?? title

/** The entry as its table has it. */
export function rowOf(entry: PackedMenu) {
  const mark = (value: boolean | undefined) => (value ? 1 : 0)
  return {
    menuType: entry.parent === undefined ? 0 : 1,
    name: entry.title,
    url: entry.path ?? null,
    formCode: entry.form ?? null,
    component: entry.component ?? null,
    componentName: entry.componentName ?? null,
    redirect: entry.redirect ?? null,
    perms: entry.permission ?? null,
    icon: entry.icon ?? null,
    sortNo: entry.order ?? null,
    isRoute: mark(!entry.notRoute),
    hidden: mark(entry.hidden),
    hideTab: mark(entry.hideTab),
    keepAlive: mark(entry.keepAlive),
    alwaysShow: mark(entry.alwaysShow),
    internalOrExternal: mark(entry.external),
    description: entry.description ?? null,
  }
}

/** What the entry is known by in every installation. */
export function menuKey(entry: PackedMenu): string {
  return countedKey(keyOf(rowOf(entry), entry.parent ?? null), entry.nth ?? 1)
}

/** Key of the entry that is counted before it; null for the first. */
export function keyBefore({ nth = 1, ...entry }: PackedMenu): string | null {
  if (nth === 1) return null
  return menuKey({ ...entry, ...(nth === 2 ? {} : { nth: nth - 1 }) })
}

/** Without what says nothing. An empty value of a rule says something. */
export function tidy<T extends object>(entry: T): T {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && value !== false),
  ) as T
}
