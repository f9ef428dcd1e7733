import type { ReadProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { type RateOptions, STARS } from '#schemas/widget/rate.ts'
import { starsText } from './stars-text.ts'

/** Stars to read; a screen reader is told the number. */
export function ReadRate({ value, options, text }: ReadProps<RateOptions, number | string | null>) {
  return (
    <span
      role="img"
      aria-label={t('{value} 颗星，共 {count} 颗', { value: text, count: options.count ?? STARS })}
      style={{ color: 'var(--ant-gold-7, #d48806)', whiteSpace: 'nowrap' }}
    >
      {starsText(value ?? '', options)}
    </span>
  )
}
