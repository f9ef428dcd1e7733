import { type FieldProps, FilesField } from '#renderer/index.ts'
import type { FileOptions } from '#schemas/widget/file.ts'

/** Pictures. */
export default function ImageField(props: FieldProps<FileOptions, string[]>) {
  return <FilesField {...props} only="image" />
}
