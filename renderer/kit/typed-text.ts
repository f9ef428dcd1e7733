import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { FocusEvent, KeyboardEvent } from 'react'

dayjs.extend(customParseFormat)

/** How people write a day; the first is how it is shown. */
export const DAY_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日']
export const MONTH_FORMATS = ['YYYY-MM', 'YYYYMM', 'YYYY-M', 'YYYY/M', 'YYYY年M月']
export const TIME_FORMATS = ['HH:mm:ss', 'HH:mm', 'H:mm:ss', 'H:mm']
export const MOMENT_FORMATS = [
  'YYYY-MM-DD HH:mm:ss',
  ...DAY_FORMATS.flatMap((day) => [`${day} HH:mm:ss`, `${day} H:mm:ss`, `${day} HH:mm`, `${day} H:mm`, day]),
]

/**
 * A picker drops a text that it cannot read, and one that was not confirmed. These handlers take the text when the input
 * is left or Enter is pressed: `read` gets the moment, or the text itself where it is none.
 */
export function typedText(
  formats: readonly string[],
  shown: string,
  take: (moment: Dayjs | null, text: string) => void,
) {
  const judge = (input: EventTarget): void => {
    if (!(input instanceof HTMLInputElement)) return
    const text = input.value.trim()
    if (text === '' || text === shown) return
    const moment = formats.map((format) => dayjs(text, format, true)).find((one) => one.isValid())
    take(moment ?? null, text)
  }
  return {
    onBlur: (event: FocusEvent<HTMLElement>) => judge(event.target),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) judge(event.target)
    },
  }
}
