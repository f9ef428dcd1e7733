import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'

const TextField = lazyPart(() => import('./TextField.tsx'))

/** A line of text. */
export const text = defineWidget({
  kind: 'text',
  codec: textCodec,
  field: TextField,
  filter: TextField,
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    editor: 'text',
  },
  display: (value, _options, given) => given ?? value,
  names: { cell: ['input', 'normal'] },
})
