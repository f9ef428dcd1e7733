import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadColor } from './ReadColor.tsx'

const ColorField = lazyPart(() => import('./ColorField.tsx'))

/** A colour, stored as `#rrggbb`. */
export const color = defineWidget({
  kind: 'color',
  codec: textCodec,
  field: ColorField,
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
  },
  display: (value) => value,
  read: ReadColor,
})
