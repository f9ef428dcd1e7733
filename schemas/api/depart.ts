import { type Static, Type } from 'typebox'
import { nullable, treeShape } from './answer.ts'

const named = {
  /** Only the departments that the caller keeps: the own ones and those below; all of them for administrators. */
  own: Type.Optional(Type.Boolean()),
  /** Departments asked for, joined by commas: by `id` or, where `primaryKey` says so, by `orgCode`. */
  ids: Type.Optional(Type.String({ maxLength: 100_000 })),
  primaryKey: Type.Optional(Type.String({ maxLength: 20 })),
}

/** GET /sys/sysDepart/queryTreeList: all departments, or those named. */
export const departTreeQuery = Type.Object(named)

/** GET /sys/sysDepart/queryDepartTreeSync: the level below `pid`, or the roots, or the departments named. */
export const departLevelQuery = Type.Object({
  pid: Type.Optional(Type.String({ maxLength: 36 })),
  /** Part of a name, looked for at every level. */
  name: Type.Optional(Type.String({ maxLength: 100 })),
  ...named,
})

/** GET /sys/sysDepart/getDepartPathNameByOrgCode: a department by its code or key. */
export const departPathQuery = Type.Object({
  orgCode: Type.Optional(Type.String({ maxLength: 64 })),
  depId: Type.Optional(Type.String({ maxLength: 36 })),
})
/** `result` of it: `公司/部门`; empty for no department. */
export const departPath = Type.String()

/** GET /sys/sysDepart/searchBy. */
export const departSearchQuery = Type.Object({
  keyWord: Type.Optional(Type.String({ maxLength: 100 })),
  myDeptSearch: Type.Optional(Type.String({ maxLength: 5 })),
  own: named.own,
})

const nodeShape = Type.Object({
  key: Type.String(),
  value: Type.String(),
  title: Type.String(),
  isLeaf: Type.Boolean(),
  id: Type.String(),
  parentId: Type.String(),
  departName: Type.String(),
  orgCode: Type.String(),
  /** 1 company, 2 department, 3 post. */
  orgCategory: nullable(Type.String()),
  /** Level, from 1. */
  orgType: nullable(Type.String()),
  departOrder: nullable(Type.Number()),
  status: Type.String(),
})

/** A department in a tree; key = value = id. */
export interface DepartNode extends Static<typeof nodeShape> {
  children?: DepartNode[]
}
/** GET /sys/sysDepart/queryAllParentId: departments by keys or codes, separated by commas. */
export const departParentsQuery = Type.Object({
  departId: Type.Optional(Type.String({ maxLength: 20_000 })),
  orgCode: Type.Optional(Type.String({ maxLength: 20_000 })),
})
/** `result` of it, by department: those on the way to it, the highest first, itself at the end. */
export const departParents = Type.Record(
  Type.String(),
  Type.Object({ parentIds: Type.Array(Type.String()), parentMap: Type.Record(Type.String(), nodeShape) }),
)
export type DepartParents = Static<typeof departParents>

/** `result` of all calls for departments. */
export const departNodes = Type.Array(treeShape<DepartNode>('DepartNode', nodeShape, 'absent'))
/** `result` of queryMyDeptTreeList: null for those in charge of none. */
export const departNodesOrNull = nullable(departNodes)
