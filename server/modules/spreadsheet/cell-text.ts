/** Longer texts are no longer read by Excel. */
const MOST_IN_CELL = 32_767

/** What XML reads otherwise or cannot hold: marks, control characters but tab and line feed, halves of a character. */
const SPECIAL = /[&<>\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|[^\P{Cc}\t\n]|\p{Cs}/gu

/** A text as XML of a sheet: what XML cannot hold is written as Excel does, `_x000D_`. */
export function cellText(text: string): string {
  const short = text.length > MOST_IN_CELL ? text.slice(0, MOST_IN_CELL) : text
  return short.replace(SPECIAL, (found) => {
    if (found === '&') return '&amp;'
    if (found === '<') return '&lt;'
    if (found === '>') return '&gt;'
    const code = found.charCodeAt(0)
    return code >= 0xd800 && code < 0xe000
      ? '\ufffd'
      : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

/** A text as an attribute. */
export function attributeText(text: string): string {
  return cellText(text).replaceAll('"', '&quot;')
}
