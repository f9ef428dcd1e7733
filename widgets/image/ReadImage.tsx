import { Suspense } from 'react'
import { ReadFiles, type ReadProps } from '#renderer/index.ts'
import type { FileOptions } from '#schemas/widget/file.ts'

/** The files of a record, once the part that draws them is there; their names until then. */
export function ReadImage(props: ReadProps<FileOptions, string[]>) {
  return (
    <Suspense fallback={props.text}>
      <ReadFiles {...props} />
    </Suspense>
  )
}
