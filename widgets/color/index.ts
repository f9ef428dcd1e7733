import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { paintColor } from './paint-color.ts'
import { ReadColor } from './ReadColor.tsx'

const ColorField = lazyPart(() => import('./ColorField.tsx'))

/** A colour, stored as `#rrggbb`. */
export const color = defineWidget({
  kind: 'color',
  codec: textCodec,
  field: ColorField,
  cell: {
    paint: paintColor,
  },
  display: (value) => value,
  read: ReadColor,
})
