import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'

const SelTreeField = lazyPart(() => import('./SelTreeField.tsx'))

/** A node of a tree table. */
export const selTree = defineWidget({
  kind: 'sel_tree',
  codec: listCodec,
  field: SelTreeField,
  filter: SelTreeField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
    labels: lookupSource,
  },
  display: (values, _options, text) => text ?? values.join('，'),
})
