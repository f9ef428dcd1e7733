import { Suspense } from 'react'
import { lazyPart, type ReadProps } from '#renderer/index.ts'
import type { MarkdownOptions } from '#schemas/widget/markdown.ts'

const MarkdownText = lazyPart(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText }))

/** Formatted where there is room for it; the words alone in a list. */
export function ReadMarkdown({ value, text, whole, row }: ReadProps<MarkdownOptions, string>) {
  if (!whole) return text
  return (
    <Suspense fallback={text}>
      <MarkdownText text={value} row={row} />
    </Suspense>
  )
}
