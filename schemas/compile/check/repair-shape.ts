import { traitsOf } from '../../widget/traits.ts'
import { CONDITIONAL_ACTIONS } from '../action-code.ts'
import type { DocumentKind } from '../definition-schema.ts'
import { pointerOf, pointerParts } from './json-text.ts'
import { nearMiss } from './near-miss.ts'
import { type ShapeFault, shapeFaults } from './shape-check.ts'

type Json = { [key: string]: unknown }

/** A document without its spoilt parts, and how its places map to the places of the original. */
export interface RepairedShape {
  /** Null when nothing of it can be used. */
  document: unknown
  faults: ShapeFault[]
  /** Pointer into the original for a place in the repaired document. */
  originalPointer(parts: readonly (string | number)[]): string
}

/** Marks an array element that is taken out once the round is over, so that pointers stay true during it. */
const REMOVED = Symbol('removed')
const MAX_ROUNDS = 20

/** Takes out or mends what departs from the meta-schema until the rest conforms. */
export function repairShape(kind: DocumentKind, original: unknown): RepairedShape {
  const document = structuredClone(original)
  const indexes = new WeakMap<readonly unknown[], number[]>()
  let faults: ShapeFault[] | null = null
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = shapeFaults(kind, document)
    // Later rounds find what the mending itself left behind.
    faults ??= found
    if (found.length === 0) break
    if (round === MAX_ROUNDS - 1 || !found.every((fault) => mend(document, fault)))
      return { document: null, faults, originalPointer: pointerOf }
    compact(document, indexes)
  }
  return {
    document,
    faults: faults ?? [],
    originalPointer(parts) {
      let value: unknown = document
      return pointerOf(
        parts.map((part) => {
          const step = Array.isArray(value) ? (indexes.get(value)?.[Number(part)] ?? part) : part
          value = typeof value === 'object' && value !== null ? (value as Json)[part] : undefined
          return step
        }),
      )
    },
  }
}

/** False when the document cannot be used without the part. */
function mend(document: unknown, fault: ShapeFault): boolean {
  const parts = pointerParts(fault.pointer)
  // A right that cannot be read must not become a right for everybody.
  if (parts[0] === 'permissions' || (parts.length === 0 && NEARLY_PERMISSIONS.test(fault.suggestion ?? '')))
    return false
  // Of an action nothing is guessed: without its condition, for example, it would be offered for every record.
  if (parts[0] === 'list' && parts[1] === 'actions' && parts[2] !== undefined) {
    const actions = at(document, ['list', 'actions'])
    if (Array.isArray(actions)) actions[Number(parts[2])] = closedAction(actions[Number(parts[2])])
    return true
  }
  if (closeCondition(document, parts, fault)) return true
  // Without its condition a rule would always hold.
  if (parts[0] === 'rules' && (parts[2] === 'if' || (parts.length === 2 && fault.key !== null)))
    return remove(document, parts.slice(0, 2))
  if (fault.key !== null && fault.keyword !== 'required') {
    const owner = at(document, parts)
    if (isObject(owner)) delete owner[fault.key]
    return true
  }
  const wanted = fault.keyword === 'required' ? [...parts, fault.key ?? ''] : parts
  const parent = at(document, wanted.slice(0, -1))
  const key = wanted.at(-1)
  if (key === undefined) return false
  const replacement = substitute(document, wanted, fault)
  if (replacement !== undefined && isObject(parent)) {
    parent[key] = replacement
    return true
  }
  if (Array.isArray(parent)) {
    parent[Number(key)] = REMOVED
    return true
  }
  // Already gone with another fault of this round.
  if (!isObject(parent)) return true
  if (fault.keyword !== 'required') {
    delete parent[key]
    return wanted.length > 1 || !ESSENTIAL.has(key)
  }
  return remove(document, parts)
}

/**
 * What is left of a spoilt action. Taking out `edit` or `delete` would hide the button alone: the server carries them out for whoever holds
 * the right, so they stay, for no record.
 */
function closedAction(action: unknown): unknown {
  const code = isObject(action) ? action.code : undefined
  return CONDITIONAL_ACTIONS.some((one) => one === code) ? { code, when: NOTHING } : REMOVED
}

const NEARLY_PERMISSIONS = /"permissions"/
const NEARLY_CONDITION = /"(where|condition)"/
/** Every record has an id, so that nothing matches. */
const NOTHING = { field: 'id', rule: 'empty' } as const

/** A spoilt condition of a dictionary or picker offers nothing; left out it would offer everything. */
function closeCondition(document: unknown, parts: readonly string[], fault: ShapeFault): boolean {
  const inField = parts[0] === 'schema' && parts.length > 3
  const inQuery = parts[0] === 'list' && parts[1] === 'query'
  if (!inField && !inQuery) return false
  const depth = parts.findIndex((part, at) => at >= 3 && (part === 'where' || part === 'condition'))
  const owner = at(document, depth < 0 ? parts : parts.slice(0, depth))
  if (!isObject(owner)) return false
  if (depth >= 0) {
    owner[parts[depth] ?? ''] = NOTHING
    return true
  }
  if (fault.key === null || !NEARLY_CONDITION.test(fault.suggestion ?? '')) return false
  delete owner[fault.key]
  owner[parts.at(-1) === 'dict' ? 'where' : 'condition'] = NOTHING
  return true
}

/** Without these there is no page. */
const ESSENTIAL: ReadonlySet<string> = new Set(['kind', 'code', 'schema', 'left', 'right'])

function remove(document: unknown, parts: readonly string[]): boolean {
  const key = parts.at(-1)
  const parent = at(document, parts.slice(0, -1))
  if (key === undefined) return false
  if (Array.isArray(parent)) parent[Number(key)] = REMOVED
  else if (isObject(parent)) delete parent[key]
  return !(parts.length === 1 && ESSENTIAL.has(key))
}

/** The value that was most likely meant; undefined when there is none. */
function substitute(document: unknown, parts: readonly string[], fault: ShapeFault): unknown {
  const value = at(document, parts)
  const key = parts.at(-1)
  if (
    typeof value === 'string' &&
    fault.keyword === 'type' &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  ) {
    const type = isObject(fault.expected) ? fault.expected.type : undefined
    if (type === 'number' || (type === 'integer' && Number.isInteger(Number(value)))) return Number(value)
  }
  const inProperty = parts.length === 4 && parts[0] === 'schema' && parts[1] === 'properties'
  if (inProperty && key === 'type') return likelyType(value, at(document, [...parts.slice(0, 3), 'view']))
  if (inProperty && key === 'title') return titleFrom(value) || parts[2]
  if (inProperty && key === 'view') return 'text'
  if (parts.length === 2 && parts[0] === 'schema' && key === 'type') return 'object'
  if (parts.length === 2 && parts[0] === 'schema' && key === 'properties' && value === undefined) return {}
  if (parts.length === 1 && key === 'title') {
    const code = isObject(document) ? document.code : undefined
    return titleFrom(value) || (typeof code === 'string' ? code : undefined)
  }
  return undefined
}

function likelyType(written: unknown, view: unknown): string {
  const near = typeof written === 'string' ? nearMiss(written, ['string', 'integer', 'number']) : null
  return near ?? (typeof view === 'string' && traitsOf(view).numeric ? 'number' : 'string')
}

function titleFrom(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
}

function at(document: unknown, parts: readonly string[]): unknown {
  let value = document
  for (const part of parts) {
    if (Array.isArray(value)) value = value[Number(part)]
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part]
    else return undefined
  }
  return value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function compact(value: unknown, indexes: WeakMap<readonly unknown[], number[]>): void {
  if (Array.isArray(value)) {
    if (value.includes(REMOVED)) {
      const before = indexes.get(value) ?? value.map((_, index) => index)
      const kept = value.flatMap((entry, index) => (entry === REMOVED ? [] : [index]))
      indexes.set(
        value,
        kept.map((index) => before[index] ?? index),
      )
      value.splice(0, value.length, ...kept.map((index) => value[index]))
    }
    for (const entry of value) compact(entry, indexes)
  } else if (isObject(value)) for (const entry of Object.values(value)) compact(entry, indexes)
}
