import sanitizeHtml from 'sanitize-html'
import {
  isOwnPicture,
  RICH_ATTRIBUTES,
  RICH_SCHEMES,
  RICH_STYLES,
  RICH_TAGS,
} from '#schemas/rules/rich-text.ts'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: {
    '*': ['style'],
    ...Object.fromEntries(Object.entries(RICH_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  },
  allowedStyles: {
    '*': Object.fromEntries(Object.entries(RICH_STYLES).map(([name, values]) => [name, [...values]])),
  },
  allowedSchemes: [...RICH_SCHEMES],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
}
/** Rich text without anything that could run, load from elsewhere or cover the page. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

/** The words of a rich text, for a line that sums it up. */
export function plainText(html: string, maxLength: number): string {
  const text = sanitizeHtml(html.replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b/gi, ' <$1'), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
}
