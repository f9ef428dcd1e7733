import { type FieldProps, FileCellField } from '#renderer/index.ts'
import type { FileOptions } from '#schemas/widget/file.ts'

/** Files of any type in a grid, unless the document says otherwise. */
export default function FilesInCell(props: FieldProps<FileOptions, string[]>) {
  return <FileCellField {...props} only={props.options.only} />
}
