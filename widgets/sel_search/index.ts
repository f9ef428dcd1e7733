import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const SelSearchField = lazyPart(() => import('./SelSearchField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** One choice out of a dictionary too large to send whole. */
export const selSearch = defineWidget({
  kind: 'sel_search',
  codec,
  field: SelSearchField,
  filter: SelSearchField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    labels: (field) => field.dictKey,
  },
  display: (value, _options, text) => text ?? value,
  names: { cell: ['sel_search_async'], filter: ['search'] },
})
