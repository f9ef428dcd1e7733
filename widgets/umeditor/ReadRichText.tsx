import { Suspense, useMemo } from 'react'
import { type ReadProps, RichText, textPictures } from '#renderer/index.ts'
import type { UmeditorOptions } from '#schemas/widget/umeditor.ts'

/** Formatted where there is room for it; the words alone in a list. */
export function ReadRichText({ value, text, whole, row }: ReadProps<UmeditorOptions, string>) {
  const pictureAddress = useMemo(() => textPictures(row), [row])
  if (!whole) return text
  return (
    <Suspense fallback={text}>
      <RichText html={value} pictureAddress={pictureAddress} />
    </Suspense>
  )
}
