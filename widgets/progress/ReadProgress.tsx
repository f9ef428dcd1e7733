import { Progress } from 'antd'
import type { ReadProps } from '#renderer/index.ts'
import { shareOf } from './paint-progress.ts'

/** A bar to read; what is stored and is no share stays a text. */
export function ReadProgress({ field, value, text }: ReadProps<object, number | string | null>) {
  const share = shareOf(value)
  return share === null ? text : <Progress percent={share} size="small" aria-label={field.title} />
}
