import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Colours that tags and badges know by name. */
export const TAG_COLORS = [
  'default',
  'success',
  'processing',
  'error',
  'warning',
  'magenta',
  'red',
  'volcano',
  'orange',
  'gold',
  'yellow',
  'lime',
  'green',
  'cyan',
  'blue',
  'geekblue',
  'purple',
  'pink',
] as const

/** A colour, stored as `#rrggbb`. */
export const colorOptions = Type.Object(
  {
    presets: Type.Optional(described(Type.Array(Type.String()), 'Colours offered first.', ['#ff4d4f'])),
    names: Type.Optional(
      described(
        Type.Boolean(),
        'Colours of tags, e.g. `green` and `warning`, are values, too, and are offered; a `maxLength` of 10 holds them all.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type ColorOptions = Static<typeof colorOptions>

const NAMED = `^(${TAG_COLORS.join('|')}|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$`

/** What a colour has to match. */
export function colorPattern({ names = false }: ColorOptions): string {
  return names ? NAMED : '^#[0-9a-fA-F]{6}$'
}
