import { type RateOptions, STARS } from '#schemas/widget/rate.ts'

/** A rating in stars, `★★★☆☆`; a half is said behind them. What is no rating of this many stars stays as it is. */
export function starsText(value: number | string, { count = STARS }: RateOptions): string {
  const rating = Number(value)
  if (!(rating >= 0 && rating <= count)) return String(value)
  const full = Math.floor(rating)
  const stars = '★'.repeat(full) + '☆'.repeat(count - full)
  return full === rating ? stars : `${stars} ${value}`
}
