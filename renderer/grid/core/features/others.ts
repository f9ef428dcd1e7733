import type { Presence } from '#schemas/api/presence.ts'

/** Somebody else in a row or cell of the grid. */
export interface Other {
  name: string
  isEditing: boolean
  /** Of the person, told apart from the others': dark enough for white letters. */
  color: string
}

/** Who else is in which row and cell of one grid. */
export interface GridOthers {
  set(people: readonly Presence[]): void
  /** Whoever is in this cell; one who edits it goes before one who only stands there. */
  inCell(key: string, name: string): Other | null
  inRow(key: string): readonly Other[]
}

const COLORS = ['#0958d9', '#ad2102', '#237804', '#531dab', '#9e1068', '#874d00', '#006d75']
const NOBODY: readonly Other[] = []

/** Nobody is there yet. */
export function createOthers(): GridOthers {
  let rows = new Map<string, (Other & { field: string | null })[]>()
  const inRow = (key: string) => rows.get(key) ?? NOBODY
  return {
    set(people) {
      rows = new Map()
      for (const { name, senderId, place } of people) {
        if (!place?.row) continue
        const { row, field, isEditing } = place
        const there = rows.get(row) ?? []
        there.push({ name, isEditing, field, color: colorOf(senderId + name) })
        rows.set(row, there)
      }
    },
    inCell(key, name) {
      if (rows.size === 0) return null
      const there = (rows.get(key) ?? []).filter(({ field }) => field === name)
      return there.find(({ isEditing }) => isEditing) ?? there[0] ?? null
    },
    inRow,
  }
}

/** The same for a person on all screens. */
function colorOf(person: string): string {
  let sum = 0
  for (const char of person) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return COLORS[sum % COLORS.length] ?? ''
}
