import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { findRows } from './find-rows.ts'

const PopupField = lazyPart(() => import('./PopupField.tsx'))

/** Chooses rows of a report or form and fills sibling fields. */
export const popup = defineWidget({
  kind: 'popup',
  codec: textCodec,
  field: PopupField,
  filter: PopupField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    entries: { find: findRows },
  },
  display: (value, _options, text) => text ?? value,
})
