import type { DOMPurify } from 'dompurify'
import {
  isOwnPicture,
  RICH_ATTRIBUTES,
  RICH_SCHEMES,
  RICH_STYLES,
  RICH_TAGS,
} from '#schemas/rules/rich-text.ts'

const SCHEME = /^([a-z][a-z\d+.-]*):/i

/** What of a rich text may be shown, as nodes: by the list that the server cleans by. */
export function cleanFragment(purifier: DOMPurify, html: string): DocumentFragment {
  const fragment = purifier.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: ['style', ...new Set(Object.values(RICH_ATTRIBUTES).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) {
    const known = RICH_ATTRIBUTES[element.localName]
    for (const name of element.getAttributeNames())
      if (name !== 'style' && !known?.includes(name)) element.removeAttribute(name)
    keepStyles(element)
  }
  for (const picture of fragment.querySelectorAll('img'))
    if (!isOwnPicture(picture.getAttribute('src') ?? '')) picture.remove()
  for (const link of fragment.querySelectorAll('a')) {
    const scheme = SCHEME.exec(link.getAttribute('href') ?? '')?.[1]?.toLowerCase()
    if (scheme !== undefined && !RICH_SCHEMES.includes(scheme)) link.removeAttribute('href')
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  return fragment
}

function keepStyles(element: HTMLElement): void {
  const { style } = element
  for (const name of [...style]) {
    const allowed = Object.hasOwn(RICH_STYLES, name) ? RICH_STYLES[name] : undefined
    const value = style.getPropertyValue(name).trim()
    // The browser takes a shorthand apart; the parts of `text-decoration` say what it said.
    if (name.startsWith('text-decoration-') || allowed?.some((one) => one.test(value))) continue
    style.removeProperty(name)
  }
  if (element.getAttribute('style') === '') element.removeAttribute('style')
}
