import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { findCategories } from './find-categories.ts'

const CatTreeField = lazyPart(() => import('./CatTreeField.tsx'))

/** A category out of the category dictionary. */
export const catTree = defineWidget({
  kind: 'cat_tree',
  codec: listCodec,
  field: CatTreeField,
  filter: CatTreeField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
    labels: lookupSource,
    entries: { find: findCategories },
  },
  display: (values, _options, text) => text ?? values.join('，'),
})
