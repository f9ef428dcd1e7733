import { defineWidget, lazyPart, ReadChoice, textCodec } from '#renderer/index.ts'

const ListField = lazyPart(() => import('./ListField.tsx'))

/** One choice out of a dictionary. */
export const list = defineWidget({
  kind: 'list',
  codec: textCodec,
  field: ListField,
  filter: ListField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    editor: 'list',
  },
  read: ReadChoice,
  display: (value, _options, text) => text ?? value,
  names: { cell: ['select'] },
})
