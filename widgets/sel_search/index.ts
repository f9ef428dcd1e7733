import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'

const SelSearchField = lazyPart(() => import('./SelSearchField.tsx'))

/** One choice out of a dictionary too large to send whole. */
export const selSearch = defineWidget({
  kind: 'sel_search',
  codec: textCodec,
  field: SelSearchField,
  filter: SelSearchField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    labels: lookupSource,
  },
  display: (value, _options, text) => text ?? value,
  names: { cell: ['sel_search_async'], filter: ['search'] },
})
