import { currentLanguage, t } from '#schemas/text/text.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** A size in bytes as people read it. */
export function bytes(size: number): string {
  const step = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10))
  return `${(size / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`
}

/** A share from 0 to 1. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** A duration in ms. */
export function milliseconds(ms: number): string {
  return ms >= 10_000
    ? t('{toFixed} 秒', { toFixed: (ms / 1000).toFixed(1) })
    : t('{figure} 毫秒', { figure: ms < 10 ? ms.toFixed(1) : Math.round(ms) })
}

/** A count. */
export function count(figure: number): string {
  return Math.round(figure).toLocaleString(currentLanguage())
}

/** Time of day of a moment (epoch ms). */
export function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
