import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadCode } from './ReadCode.tsx'

/** A text of a programming language. */
export const code = defineWidget({
  kind: 'code',
  codec: textCodec,
  field: lazyPart(() => import('./CodeField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
  },
  display: (value) => value,
  read: ReadCode,
  listWidth: 200,
})
