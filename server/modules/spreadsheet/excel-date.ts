const DAY_MS = 86_400_000
/** Day 0 as every day after February 1900 counts it: Excel believes in a 29th of February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_SAFE = 61

/** A day, a moment or a time of day as the number that Excel has for it; null for other texts and for days that it counts otherwise. */
export function excelDate(text: string): number | null {
  const [, year, month, day, clock = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](.*))?$/.exec(text) ?? []
  if (year === undefined) return /^\d\d:/.test(text) ? excelTime(text) : null
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10)) return null
  const days = (at - DAY_ZERO) / DAY_MS
  const time = clock === '' ? 0 : excelTime(clock)
  return time === null || days < FIRST_SAFE ? null : days + time
}

function excelTime(text: string): number | null {
  const [, hours = '', minutes = '', seconds = '0'] = /^(\d\d):(\d\d)(?::(\d\d))?(?:\.0+)?$/.exec(text) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}
