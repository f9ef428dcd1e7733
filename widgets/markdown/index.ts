import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { plainMarkdown } from './plain-markdown.ts'
import { ReadMarkdown } from './ReadMarkdown.tsx'

/** A text in Markdown, stored as it was written. */
export const markdown = defineWidget({
  kind: 'markdown',
  codec: textCodec,
  field: lazyPart(() => import('./MarkdownField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = plainMarkdown(value)
    },
  },
  display: plainMarkdown,
  read: ReadMarkdown,
  listWidth: 200,
})
