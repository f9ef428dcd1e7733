import { t } from '#schemas/text/text.ts'

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The words of a rich text on one line, for lists and copies; a text of pictures alone is not empty. Nothing is drawn from them: what looks like a tag in them is text. */
export function plainHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(br|hr|\/p|\/div|\/li|\/h\d|\/tr|\/t[dh]|\/blockquote|\/pre)\b[^>]*>/gi, ' ')
    .replace(/<img\b[^>]*>/gi, ` ${t('【图片】')} `)
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED[String(name).toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replace(/\s+/g, ' ')
    .trim()
}
