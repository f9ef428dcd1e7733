import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const TextField = lazyPart(() => import('./TextField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** A line of text. */
export const text = defineWidget({
  kind: 'text',
  codec,
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
