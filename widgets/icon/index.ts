import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadIcon } from './ReadIcon.tsx'

/** The name of an icon, shown with the icon. */
export const icon = defineWidget({
  kind: 'icon',
  codec: textCodec,
  field: lazyPart(() => import('./IconField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    editor: 'text',
  },
  display: (value) => value,
  read: ReadIcon,
})
