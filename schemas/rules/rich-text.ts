/**
 * What a rich text may contain, for everybody who cleans one: the server when it is saved, the browser when it is shown.
 * What is not named here is taken out; the words in it stay.
 */
export const RICH_TAGS: readonly string[] = [
  ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'ul', 'ol', 'li', 'a', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['figure', 'figcaption'],
]

/** Attributes by tag; `style` may stand at every tag. */
export const RICH_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  ol: ['start'],
}

const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]+$/i]
const LENGTH = [/^\d+(\.\d+)?(px|em|rem|%|pt)$/]

/** Properties of `style` with the values that they may have. Position and size of boxes are not here: a text must not lie over the page around it. */
export const RICH_STYLES: Readonly<Record<string, readonly RegExp[]>> = {
  color: COLOR,
  'background-color': COLOR,
  'text-align': [/^(left|right|center|justify)$/],
  'text-decoration': [/^(none|underline|line-through)$/],
  'text-indent': LENGTH,
  'font-weight': [/^(normal|bold|[1-9]00)$/],
  'font-style': [/^(normal|italic)$/],
  'font-size': LENGTH,
}

/** Protocols of links. */
export const RICH_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel']

/** Pictures are our own files or stand in the text: a foreign one would tell its server who reads. */
export function isOwnPicture(address: string): boolean {
  return /^(data:image\/(png|jpe?g|gif|webp);base64,|\/(?![/\\])|[\w-]+\/)/i.test(address)
}
