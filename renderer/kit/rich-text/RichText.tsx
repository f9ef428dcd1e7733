import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { cleanFragment } from './clean-fragment.ts'
import './rich-text.css'

interface Props {
  html: string
  /** Address of a picture that a text names by its path; the path itself by default. */
  pictureAddress?(source: string): string
  className?: string
}

/**
 * Rich text to read. The server cleaned it when it was saved; it is cleaned here once more, because other servers of this
 * wire do not.
 */
export function RichText({ html, pictureAddress, className }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fragment = cleanFragment(DOMPurify, html)
    for (const picture of fragment.querySelectorAll('img')) {
      const source = picture.getAttribute('src') ?? ''
      if (pictureAddress) picture.setAttribute('src', pictureAddress(source))
      picture.loading = 'lazy'
    }
    box.current?.replaceChildren(fragment)
  }, [html, pictureAddress])
  // Without any tag its lines are the author's own.
  const isPlain = !/<[a-z]/i.test(html)
  return (
    <div
      ref={box}
      className={`expo-rich-text${isPlain ? ' is-plain' : ''}${className ? ` ${className}` : ''}`}
    />
  )
}
