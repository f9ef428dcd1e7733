import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const TextareaField = lazyPart(() => import('./TextareaField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** Several lines of text. */
export const textarea = defineWidget({
  kind: 'textarea',
  codec,
  field: TextareaField,
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
  },
  display: (value) => value,
  names: { cell: ['input_pop'] },
})
