import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'

/** A column of the record that a `link_table` chose. */
export const linkTableField = defineWidget({
  kind: 'link_table_field',
  codec: textCodec,
  field: lazyPart(() => import('./FollowingField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    editor: 'none',
  },
  display: (value) => value,
})
