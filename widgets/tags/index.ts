import { defineWidget, lazyPart, paintTags, textCodec } from '#renderer/index.ts'
import { ReadTags } from './ReadTags.tsx'
import { tagsOf, tagsText } from './tags-text.ts'

/** Tags of two characters each, stored with semicolons between them. */
export const tags = defineWidget({
  kind: 'tags',
  codec: textCodec,
  field: lazyPart(() => import('./TagsField.tsx')),
  cell: {
    paint: (td, value, { colors = {} }) =>
      paintTags(
        td,
        tagsOf(value).map((text) => ({
          text,
          color: Object.hasOwn(colors, text) ? colors[text] : undefined,
        })),
      ),
    fromText: tagsText,
  },
  display: (value) => value,
  read: ReadTags,
})
