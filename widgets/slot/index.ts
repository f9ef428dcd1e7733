import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadSlot } from './ReadSlot.tsx'
import { SlotCell } from './SlotCell.tsx'

/** What the host of the page draws. */
export const slot = defineWidget({
  kind: 'slot',
  codec: textCodec,
  field: lazyPart(() => import('./SlotField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    editor: 'none',
    part: SlotCell,
  },
  display: (value, _options, text) => text ?? value,
  read: ReadSlot,
})
