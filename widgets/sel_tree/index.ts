import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'

const SelTreeField = lazyPart(() => import('./SelTreeField.tsx'))

/** A node of a tree table. */
export const selTree = defineWidget({
  kind: 'sel_tree',
  codec,
  field: SelTreeField,
  filter: SelTreeField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
    labels: (field) => field.dictKey,
  },
  display: (values, _options, text) => text ?? values.join('，'),
})
