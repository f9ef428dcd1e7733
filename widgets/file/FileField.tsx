import { type FieldProps, FilesField } from '#renderer/index.ts'
import type { FileOptions } from '#schemas/widget/file.ts'

/** Files of any type, unless the document says otherwise. */
export default function FileField(props: FieldProps<FileOptions, string[]>) {
  return <FilesField {...props} only={props.options.only} />
}
