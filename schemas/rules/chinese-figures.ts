const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const UNITS = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿']
const PLAIN = '〇一二三四五六七八九'
/** What three groups of four digits hold. */
const MOST_DIGITS = 12

/** An amount of money in the capital figures of cheques and invoices, such as 壹佰元整; null for what is none. */
export function chineseAmount(value: unknown): string | null {
  const found = /^(-?)0*(\d+?)(?:\.(\d*))?$/.exec(String(value ?? '').trim())
  if (!found) return null
  const [, sign = '', whole = '', rest = ''] = found
  // Counted in hundredths, so that 0.005 and 1.995 are rounded as they are written.
  const fen = BigInt(whole + rest.padEnd(2, '0').slice(0, 2)) + (Number(rest[2] ?? 0) >= 5 ? 1n : 0n)
  const yuan = (fen / 100n).toString()
  if (yuan.length > MOST_DIGITS) return null
  const [jiao, cent] = [Number((fen / 10n) % 10n), Number(fen % 10n)]
  const said = yuan === '0' ? '' : `${wholeAmount(yuan)}元`
  const tenths = jiao > 0 ? `${DIGITS[jiao]}角` : cent > 0 && said !== '' ? '零' : ''
  const end = cent > 0 ? `${DIGITS[cent]}分` : '整'
  if (fen === 0n) return '零元整'
  return `${sign ? '负' : ''}${said}${tenths}${end}`
}

function wholeAmount(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(digits.slice(Math.max(0, end - 4), end))
  let said = ''
  let owesZero = false
  for (const [at, group] of groups.entries()) {
    for (const [place, digit] of [...group].entries()) {
      if (digit === '0') {
        owesZero = said !== ''
        continue
      }
      if (owesZero) said += '零'
      owesZero = false
      said += `${DIGITS[Number(digit)]}${UNITS[group.length - 1 - place]}`
    }
    if (Number(group) > 0) said += GROUPS[groups.length - 1 - at]
  }
  return said
}

/** A day as 2026年11月23日, or in figures as 二〇二六年十一月二十三日; null for what is no day. */
export function chineseDay(value: unknown, inFigures: boolean): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(value ?? ''))
  if (!found) return null
  const [, year = '', month = '', day = ''] = found
  if (!inFigures) return `${year}年${Number(month)}月${Number(day)}日`
  const said = [...year].map((digit) => PLAIN[Number(digit)]).join('')
  return `${said}年${upToNinetyNine(Number(month))}月${upToNinetyNine(Number(day))}日`
}

function upToNinetyNine(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  const first = tens === 0 ? '' : tens === 1 ? '十' : `${PLAIN[tens]}十`
  return `${first}${ones === 0 ? '' : PLAIN[ones]}`
}
