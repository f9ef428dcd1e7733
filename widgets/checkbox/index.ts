import { defineWidget, lazyPart, listCodec, ReadChoice } from '#renderer/index.ts'

const CheckboxField = lazyPart(() => import('./CheckboxField.tsx'))

/** Several choices out of a dictionary, as ticks. */
export const checkbox = defineWidget({
  kind: 'checkbox',
  codec: listCodec,
  field: CheckboxField,
  filter: CheckboxField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
  },
  read: ReadChoice,
  display: (values, _options, text) => (text ?? values.join(',')).replaceAll(',', '，'),
})
