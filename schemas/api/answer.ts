import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** The value, or null. */
export function nullable<T extends TSchema>(shape: T) {
  return Type.Unsafe<Static<T> | null>({ ...shape, nullable: true })
}

/** A part of an answer whose shape no route can name; it leaves the server as it is. `why` says what decides its shape. */
export function open<T>(why: string) {
  return Type.Unsafe<T>({ open: why })
}

/** Shape of `PageOf`. */
export function pageShape<T extends TSchema>(row: T) {
  return Type.Object({ records: Type.Array(row), ...PAGE })
}

/** Where a page stands. */
export const PAGE = {
  total: Type.Integer(),
  size: Type.Integer(),
  current: Type.Integer(),
  pages: Type.Integer(),
}

/** A node of a tree: its own fields, and its children, which a node without any leaves out or has as null. */
export function treeShape<T>(name: string, node: TObject, childless: 'absent' | 'null') {
  const children = Type.Array(Type.Ref(name))
  return Type.Unsafe<T>(
    Type.Cyclic(
      {
        [name]: Type.Object({
          ...node.properties,
          children: childless === 'null' ? nullable(children) : Type.Optional(children),
        }),
      },
      name,
    ),
  )
}

/** An answer without a result. */
export const nothing = Type.Null()
