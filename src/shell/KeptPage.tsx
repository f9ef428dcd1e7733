import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  shown: boolean
  children: ReactNode
}

/**
 * A page that stays alive while another one is shown: it keeps its state and runs no effects. React hides it by
 * `display: none`, which throws its layout away, and a list of fifty rows would be laid out anew by every switch;
 * `content-visibility` hides it as well, and keeps layout and scroll positions. Where a page changed while it was hidden,
 * React hides it anew by its own way, and the next switch lays it out.
 */
export function KeptPage({ shown, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (shown) return
    for (const child of frame.current?.children ?? [])
      if (child instanceof HTMLElement) child.style.removeProperty('display')
  }, [shown])
  return (
    <div ref={frame} aria-hidden={!shown} {...(shown ? {} : { style: { contentVisibility: 'hidden' } })}>
      <Activity mode={shown ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  )
}
