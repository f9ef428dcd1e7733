import { type FieldProps, FileCellField } from '#renderer/index.ts'
import type { FileOptions } from '#schemas/widget/file.ts'

/** Pictures in a grid. */
export default function ImageCellField(props: FieldProps<FileOptions, string[]>) {
  return <FileCellField {...props} only="image" />
}
