import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'

const ListMultiField = lazyPart(() => import('./ListMultiField.tsx'))

/** Several choices out of a dictionary, in a dropdown. */
export const listMulti = defineWidget({
  kind: 'list_multi',
  codec,
  field: ListMultiField,
  filter: ListMultiField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
  },
  display: (values, _options, text) => (text ?? values.join(',')).replaceAll(',', '，'),
})
