import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'

const TextareaField = lazyPart(() => import('./TextareaField.tsx'))

/** Several lines of text. */
export const textarea = defineWidget({
  kind: 'textarea',
  codec: textCodec,
  field: TextareaField,
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
  },
  display: (value) => value,
  names: { cell: ['input_pop'] },
})
