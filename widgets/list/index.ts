import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const ListField = lazyPart(() => import('./ListField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** One choice out of a dictionary. */
export const list = defineWidget({
  kind: 'list',
  codec,
  field: ListField,
  filter: ListField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    editor: 'list',
  },
  display: (value, _options, text) => text ?? value,
  names: { cell: ['select'] },
})
