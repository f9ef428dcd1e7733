import { defineWidget, lazyPart, ReadChoice, textCodec } from '#renderer/index.ts'

const RadioField = lazyPart(() => import('./RadioField.tsx'))

/** One choice out of a dictionary, all of them in sight. */
export const radio = defineWidget({
  kind: 'radio',
  codec: textCodec,
  field: RadioField,
  filter: RadioField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    editor: 'list',
  },
  read: ReadChoice,
  display: (value, _options, text) => text ?? value,
})
