import { type Static, Type } from 'typebox'

/** GET /sys/sysDepart/queryDepartTreeSync: the level below `pid`, or the roots. */
export const departLevelQuery = Type.Object({ pid: Type.Optional(Type.String({ maxLength: 36 })) })
export type DepartLevelQuery = Static<typeof departLevelQuery>

/** GET /sys/sysDepart/searchBy. */
export const departSearchQuery = Type.Object({
  keyWord: Type.Optional(Type.String({ maxLength: 100 })),
  myDeptSearch: Type.Optional(Type.String({ maxLength: 5 })),
})
export type DepartSearchQuery = Static<typeof departSearchQuery>

/** A department in a tree; key = value = id. */
export interface DepartNode {
  key: string
  value: string
  title: string
  isLeaf: boolean
  id: string
  parentId: string
  departName: string
  orgCode: string
  /** 1 company, 2 department, 3 post. */
  orgCategory: string | null
  /** Level, from 1. */
  orgType: string | null
  departOrder: number | null
  status: string
  children?: DepartNode[]
}
