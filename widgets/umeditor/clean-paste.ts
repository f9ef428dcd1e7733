/**
 * Turns what Word, WPS and Excel put on the clipboard into plain HTML: conditional comments, their own tags and styles go,
 * and paragraphs that only look like a list become one.
 */
export function cleanPaste(html: string): string {
  // A fragment of another page, or of this editor, is read by the editor's own rules.
  if (!/mso-|class="?Mso|urn:schemas-microsoft-com|<o:p/i.test(html)) return html
  const page = new DOMParser().parseFromString(
    html.replace(/<!--\[if [\s\S]*?<!\[endif\]-->/gi, (part) => (/mso-list/i.test(part) ? part : '')),
    'text/html',
  )
  const { body } = page
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6'))
    markListItem(paragraph)
  gatherLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (element.localName.includes(':') || ['style', 'meta', 'link', 'xml'].includes(element.localName)) {
      element.replaceWith(...(element.localName.includes(':') ? element.childNodes : []))
      continue
    }
    for (const name of ['class', 'lang']) element.removeAttribute(name)
    const style = (element.getAttribute('style') ?? '')
      .split(';')
      .filter((one) =>
        /^\s*(color|background-color|font-size|font-weight|font-style|text-align|text-decoration)\s*:/i.test(
          one,
        ),
      )
      .filter((one) => !/:\s*(windowtext|auto)\s*$/i.test(one))
      .join(';')
    if (style) element.setAttribute('style', style)
    else element.removeAttribute('style')
  }
  return body.innerHTML
}

const LEVEL = /mso-list:[^;]*\blevel(\d)/i
const ORDERED = /^\s*(\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)[.)、．]/i

/** Says of a paragraph that Word drew as a list item what it is, and takes its drawn sign away. */
function markListItem(paragraph: HTMLElement): void {
  const level = LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1]
  if (level === undefined) return
  const sign = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  paragraph.dataset.level = level
  paragraph.dataset.list = ORDERED.test(sign?.textContent ?? '') ? 'ol' : 'ul'
  sign?.remove()
}

/** Puts paragraphs that were list items, and follow each other, into nested lists. */
function gatherLists(body: HTMLElement): void {
  const open: { list: HTMLElement; level: number }[] = []
  let previous: Element | null = null
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('[data-level]')]) {
    const level = Number(paragraph.dataset.level)
    const before = paragraph.previousElementSibling
    if (before === null || before !== previous) open.length = 0
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    let current = open.at(-1)
    if (!current || current.level < level) {
      const list = body.ownerDocument.createElement(paragraph.dataset.list ?? 'ul')
      if (current) (current.list.lastElementChild ?? current.list).append(list)
      else paragraph.before(list)
      current = { list, level }
      open.push(current)
    }
    previous = open[0]?.list ?? null
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    paragraph.remove()
    current.list.append(item)
  }
}
