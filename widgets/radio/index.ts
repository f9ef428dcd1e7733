import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const RadioField = lazyPart(() => import('./RadioField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** One choice out of a dictionary, all of them in sight. */
export const radio = defineWidget({
  kind: 'radio',
  codec,
  field: RadioField,
  filter: RadioField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    editor: 'list',
  },
  display: (value, _options, text) => text ?? value,
})
