import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'

const PopupDictField = lazyPart(() => import('./PopupDictField.tsx'))

/** Rows of a form, stored by one of their columns and shown by another. */
export const popupDict = defineWidget({
  kind: 'popup_dict',
  codec: listCodec,
  field: PopupDictField,
  filter: PopupDictField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
    labels: lookupSource,
  },
  display: (values, _options, text) => text ?? values.join(','),
})
