import { defineWidget, lazyPart, numberCodec } from '#renderer/index.ts'
import { ReadRate } from './ReadRate.tsx'
import { starsText } from './stars-text.ts'

/** A number of stars. */
export const rate = defineWidget({
  kind: 'rate',
  codec: numberCodec,
  field: lazyPart(() => import('./RateField.tsx')),
  cell: {
    paint: (td, value, options) => {
      td.textContent = value === null ? '' : starsText(value, options)
    },
    editor: 'number',
  },
  listWidth: 140,
  display: (value) => (value === null ? '' : String(value)),
  read: ReadRate,
})
