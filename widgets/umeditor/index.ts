import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { plainHtml } from './plain-html.ts'
import { ReadRichText } from './ReadRichText.tsx'

/** A rich text, stored as HTML. */
export const umeditor = defineWidget({
  kind: 'umeditor',
  codec: textCodec,
  field: lazyPart(() => import('./UmeditorField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = plainHtml(value)
    },
  },
  display: plainHtml,
  read: ReadRichText,
  listWidth: 200,
})
