import { defineWidget, lazyPart, listCodec, ReadChoice } from '#renderer/index.ts'

const ListMultiField = lazyPart(() => import('./ListMultiField.tsx'))

/** Several choices out of a dictionary, in a dropdown. */
export const listMulti = defineWidget({
  kind: 'list_multi',
  codec: listCodec,
  field: ListMultiField,
  filter: ListMultiField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
  },
  read: ReadChoice,
  display: (values, _options, text) => (text ?? values.join(',')).replaceAll(',', '，'),
})
