import { type Static, Type } from 'typebox'
import { nullable, open } from './answer.ts'

/** The kinds of entries that a package may hold, in the order in which they are taken in: later ones name earlier ones. */
export const PART_KINDS = ['forms', 'pages', 'dicts', 'menus', 'roles', 'grants'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** Names the format in the file itself. */
export const PACKAGE_FORMAT = 'expo-configuration'
/** Raised when a program of before could not read the file any more. */
export const PACKAGE_VERSION = 1
/** Largest package that a server reads. */
export const MAX_PACKAGE_BYTES = 20 * 1024 * 1024
/** Records that one take from the screen may change; the command line takes any number. */
export const MAX_TAKEN_RECORDS = 5000

/** A package: entries of each kind in the order of their keys, so that the same configuration is the same file. */
export interface ConfigurationPackage {
  format: typeof PACKAGE_FORMAT
  version: number
  parts: { readonly [Kind in PartKind]?: readonly object[] }
}

/** The file of a package: keys in order and one value a line, so that a version control shows what changed. */
export function packageText(configuration: ConfigurationPackage): string {
  return `${JSON.stringify(inOrder(configuration), null, 2)}\n`
}

/** The same value with the keys of every object in order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, one]) => [key, inOrder(one)]),
  )
}

const kind = Type.Enum([...PART_KINDS])
const MAX_KEYS = 20_000
const key = Type.String({ minLength: 1, maxLength: 2000 })
const strict = { additionalProperties: false } as const
const byKind = <T>(shape: object) =>
  Type.Unsafe<{ readonly [Kind in PartKind]?: T }>({
    type: 'object',
    properties: Object.fromEntries(PART_KINDS.map((one) => [one, shape])),
    ...strict,
  })

/** Query of GET /sys/config/parts: all kinds, or a further page of one. */
export const partsQuery = Type.Object({
  kind: Type.Optional(kind),
  search: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
})

const entryName = Type.Object({ key: Type.String(), title: Type.String() })
/** An entry as a list of choices names it. */
export type EntryName = Static<typeof entryName>

/** `result` of GET /sys/config/parts. */
export const partsAnswer = Type.Array(
  Type.Object({ kind, title: Type.String(), total: Type.Integer(), names: Type.Array(entryName) }),
)
export type PartNames = Static<typeof partsAnswer>[number]

/** Body of POST /sys/config/export: keys of each kind, or all of it. */
export const exportBody = Type.Object(
  {
    choice: byKind<'all' | readonly string[]>({
      anyOf: [{ const: 'all' }, { type: 'array', items: key, maxItems: MAX_KEYS }],
    }),
  },
  strict,
)
export type ExportChoice = Static<typeof exportBody>['choice']

/** `result` of POST /sys/config/export. */
export const packageAnswer = open<ConfigurationPackage>('documents and entries as the installation has them')

/** Body of POST /sys/config/compare. */
export const compareBody = Type.Object({ package: Type.Unknown() }, strict)

const difference = Type.Object({
  /** Where in the entry. */
  place: Type.String(),
  /** What the package says; null: nothing. */
  given: nullable(Type.String()),
  /** What is here; null: nothing. */
  here: nullable(Type.String()),
})
export type Difference = Static<typeof difference>

const comparedEntry = Type.Object({
  key: Type.String(),
  title: Type.String(),
  state: Type.Enum(['new', 'changed', 'same']),
  /** Names what is here, so that a take notices what has changed since. */
  mark: Type.String(),
  differences: Type.Array(difference),
  /** Further differences that are not listed. */
  more: Type.Integer(),
  /** Why it cannot be taken in; null when it can. */
  fault: nullable(Type.String()),
})
export type ComparedEntry = Static<typeof comparedEntry>

const comparedPart = Type.Object({
  kind,
  title: Type.String(),
  entries: Type.Array(comparedEntry),
  /** What is here and not in the package: it stays. */
  onlyHere: Type.Object({ total: Type.Integer(), names: Type.Array(entryName) }),
})
export type ComparedPart = Static<typeof comparedPart>

/** `result` of POST /sys/config/compare. */
export const compareAnswer = Type.Array(comparedPart)

/** Body of POST /sys/config/take: the package, and which of its entries, each with the mark that the comparison told. */
export const takeBody = Type.Object(
  {
    package: Type.Unknown(),
    choice: byKind<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 64 },
      maxProperties: MAX_KEYS,
    }),
  },
  strict,
)
export type TakeChoice = Static<typeof takeBody>['choice']

/** `result` of POST /sys/config/take. */
export const takeAnswer = Type.Object({
  taken: Type.Array(Type.Object({ kind, title: Type.String(), count: Type.Integer() })),
  /** Forms whose tables wait for somebody to bring them into line. */
  waiting: Type.Array(entryName),
})
export type TakeResult = Static<typeof takeAnswer>
