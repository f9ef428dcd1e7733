import { PART_KINDS, type PartKind } from '#schemas/api/configuration.ts'
import type { Part } from '../part.ts'
import { dictPart } from './dicts.ts'
import { formPart } from './forms.ts'
import { grantPart } from './grants.ts'
import { menuPart } from './menus.ts'
import { pagePart } from './pages.ts'
import { rolePart } from './roles.ts'

/** A part whose entries are known to have its shape, as those of a package that was read. */
export type AnyPart = Part<object>

/** Every kind that a package may hold. */
const PARTS = {
  forms: formPart,
  pages: pagePart,
  dicts: dictPart,
  menus: menuPart,
  roles: rolePart,
  grants: grantPart,
} as const satisfies Record<PartKind, unknown>

/** The parts in the order in which they are taken in. */
export const parts: readonly AnyPart[] = PART_KINDS.map((kind) => PARTS[kind] as AnyPart)
