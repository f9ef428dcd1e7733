import { Rate, Space, Typography } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { type RateOptions, STARS } from '#schemas/widget/rate.ts'

/** Stars to press, or to move along with the arrow keys; pressed again, the rating is taken back. */
export default function RateField({
  id,
  field,
  value,
  options,
  disabled,
  onChange,
}: FieldProps<RateOptions, number | string | null>) {
  const rating = value === null ? 0 : Number(value)
  const isRating = Number.isFinite(rating)
  return (
    <Space>
      <Rate
        id={id}
        // The stars are radios; the library names no group around them.
        {...{ role: 'radiogroup' }}
        aria-label={field.title}
        aria-disabled={disabled}
        count={options.count ?? STARS}
        allowHalf={options.half === true && field.property.type !== 'integer'}
        value={isRating ? rating : 0}
        disabled={disabled}
        onChange={(next) => onChange(next === 0 ? null : next)}
      />
      {/* What is stored and is no number of stars stays until a star is pressed. */}
      {isRating && rating <= (options.count ?? STARS) ? null : (
        <Typography.Text type="warning">{String(value)}</Typography.Text>
      )}
    </Space>
  )
}
