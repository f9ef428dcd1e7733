import { Marked } from 'marked'
import { useMemo } from 'react'
import { RichText, textPictures } from '#renderer/index.ts'
import type { Row } from '#schemas/compile/model.ts'

// A line that ends ends on the screen, too, as people who write in a form expect.
const marked = new Marked({ gfm: true, breaks: true, async: false })

/** A text in Markdown as it is read: in details, and beside the text while it is written. */
export function MarkdownText({ text, row }: { text: string; row: Readonly<Row> }) {
  const html = useMemo(() => marked.parse(text, { async: false }), [text])
  const pictureAddress = useMemo(() => textPictures(row), [row])
  return <RichText html={html} pictureAddress={pictureAddress} />
}
