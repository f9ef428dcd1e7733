import type { Field } from '#schemas/compile/model.ts'
import { isPicture } from './content-type.ts'

const MB = 1024 * 1024

/** What a field says of its files. */
export type TakingField = Pick<Field, 'view' | 'options'>

/** Why a field does not take a file, judged by its content; null where it does. Pictures of a text are the text's own affair. */
export function refusalOf(
  { view, options }: TakingField,
  file: { type: string; size: number },
): string | null {
  if (view !== 'image' && view !== 'file') return null
  const { only, maxSize } = options as { only?: 'image' | 'file'; maxSize?: number }
  if (typeof maxSize === 'number' && file.size > maxSize * MB) return `文件大小不能超过 ${maxSize} MB`
  const takes = view === 'image' ? 'image' : only
  if (takes === 'image' && !isPicture(file.type)) return '请上传图片'
  return takes === 'file' && isPicture(file.type) ? '请上传文件' : null
}
