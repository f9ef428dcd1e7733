import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadTags } from './ReadTags.tsx'
import { tagsText } from './tags-text.ts'

/** Tags of two characters each, stored with semicolons between them. */
export const tags = defineWidget({
  kind: 'tags',
  codec: textCodec,
  field: lazyPart(() => import('./TagsField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    fromText: tagsText,
  },
  display: (value) => value,
  read: ReadTags,
})
