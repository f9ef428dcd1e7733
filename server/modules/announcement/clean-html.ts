import sanitizeHtml from 'sanitize-html'

const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]+$/i]
const LENGTH = [/^\d+(\.\d+)?(px|em|rem|%|pt)$/]

/** What an editor for rich texts makes; everything else is taken out, what stands in it stays. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'ul', 'ol', 'li', 'a', 'img'],
    ...[
      'table',
      'caption',
      'colgroup',
      'col',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
      'figure',
      'figcaption',
    ],
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start'],
  },
  // Position and size of boxes are not here: a text must not lie over the page around it.
  allowedStyles: {
    '*': {
      color: COLOR,
      'background-color': COLOR,
      'text-align': [/^(left|right|center|justify)$/],
      'text-decoration': [/^(none|underline|line-through)$/],
      'text-indent': LENGTH,
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'font-size': LENGTH,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // Pictures are our own files or stand in the text: a foreign one would tell its server who reads.
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
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' &&
    !/^(data:image\/(png|jpe?g|gif|webp);base64,|\/(?![/\\])|[\w-]+\/)/i.test(attribs.src ?? ''),
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
