import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

/**
 * Rich text of an announcement. The server cleaned it when it was saved; it is cleaned here once more, because other
 * servers of this wire do not.
 */
export function RichText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fragment = DOMPurify.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea'],
    })
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
    // A text must not lie over the page around it.
    for (const element of fragment.querySelectorAll<HTMLElement>('[style]'))
      for (const name of ['position', 'z-index', 'transform']) element.style.removeProperty(name)
    box.current?.replaceChildren(fragment)
  }, [html])
  // Without any tag its lines are the author's own.
  const isPlain = !/<[a-z]/i.test(html)
  return <div ref={box} className={`notice-text${isPlain ? ' is-plain' : ''}`} />
}
