import { type Static, Type } from 'typebox'
import { nullable, treeShape } from './answer.ts'

const id = () => Type.String({ minLength: 1, maxLength: 36 })
const text = nullable(Type.String())

const entryShape = Type.Object({
  id: Type.String(),
  key: Type.String(),
  title: Type.String(),
  parentId: Type.String(),
  name: Type.String(),
  perms: text,
  permsType: text,
  icon: text,
  component: text,
  componentName: text,
  url: text,
  redirect: text,
  sortNo: nullable(Type.Number()),
  /** 0 and 1 menus, 2 a button. */
  menuType: Type.Integer(),
  isLeaf: Type.Boolean(),
  leaf: Type.Boolean(),
  route: Type.Boolean(),
  keepAlive: Type.Boolean(),
  description: text,
  delFlag: Type.Integer(),
  alwaysShow: Type.Boolean(),
  hidden: Type.Boolean(),
  hideTab: Type.Boolean(),
  status: Type.String(),
  ruleFlag: Type.Integer(),
  internalOrExternal: Type.Boolean(),
  /** Ours: code of the form that the entry opens. */
  formCode: text,
})

/** An entry of the menu as those who keep it see it, with those below it where the whole tree is asked for. */
export interface PermissionEntry extends Static<typeof entryShape> {
  children?: PermissionEntry[]
}

/** `result` of /sys/permission/list. */
export const permissionTreeOfEntries = Type.Array(
  treeShape<PermissionEntry>('PermissionEntry', entryShape, 'absent'),
)
/** `result` of getSystemMenuList and getSystemSubmenu. */
export const permissionEntries = Type.Array(entryShape)
/** `result` of getSystemSubmenuBatch: entries by the one that they stand below. */
export const permissionEntriesBelow = Type.Record(Type.String(), permissionEntries)

/** GET /sys/permission/queryListAsync: the entry whose entries are asked for. */
export const treeLevelQuery = Type.Object({ pid: Type.Optional(Type.String({ maxLength: 36 })) })
export const submenuQuery = Type.Object({ parentId: id() })
export const submenuBatchQuery = Type.Object({ parentIds: Type.String({ maxLength: 40_000 }) })

/** GET /sys/permission/checkPermDuplication. */
export const duplicatePathQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 36 })),
  url: Type.Optional(Type.String({ maxLength: 255 })),
})

/** POST and PUT /sys/permission/add and edit: fields of SysPermission; what a document knows of them is checked with it. */
export const permissionBody = Type.Object({}, { additionalProperties: true })

export const permissionIdQuery = Type.Object({ permissionId: id() })
export const permissionRuleQuery = Type.Object({
  permissionId: id(),
  ruleName: Type.Optional(Type.String({ maxLength: 100 })),
  ruleValue: Type.Optional(Type.String({ maxLength: 2000 })),
})
export const ruleIdQuery = Type.Object({ id: id() })

/** `result` of /sys/permission/ruleColumns; ours: fields that a data rule of the entry may compare. */
export const ruleColumns = Type.Array(Type.Object({ name: Type.String(), title: Type.String() }))
export type RuleColumn = Static<typeof ruleColumns>[number]

/** `result` of /sys/permission/menuPages; ours: forms and composite pages, and whether an entry of the menu opens them. */
export const menuPages = Type.Array(
  Type.Object({ code: Type.String(), title: Type.String(), hasEntry: Type.Boolean() }),
)
export type MenuPageState = Static<typeof menuPages>[number]

/** Most entries that are added at once. */
export const MAX_BATCH_ENTRIES = 100
const batchText = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const batchEntry = Type.Object({
  name: Type.String({ maxLength: 100 }),
  url: batchText(255),
  formCode: batchText(63),
  component: batchText(255),
  icon: batchText(255),
})
/** POST /sys/permission/addBatch; ours: entries that are added below one, all or none. */
export const entriesBody = Type.Object({
  parentId: id(),
  /** The effects that a save names first are meant: see `urlConfirmed` of the document. */
  confirmed: Type.Optional(Type.Boolean()),
  entries: Type.Array(batchEntry, { minItems: 1, maxItems: MAX_BATCH_ENTRIES }),
})
export type EntriesBody = Static<typeof entriesBody>
export type BatchEntry = Static<typeof batchEntry>
/** `result` of addBatch: keys of the new entries. */
export const savedKeys = Type.Array(Type.String())
