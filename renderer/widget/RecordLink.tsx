import type { MouseEvent, ReactNode } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { fillAddress, isOfApp } from '../model/fill-address.ts'
import { useRenderer } from './renderer-context.tsx'

interface Props {
  /** Address with the fields of the record in it; without one the children stand alone. */
  href: string | null | undefined
  row: Readonly<Row>
  children: ReactNode
}

/** What a property's `href` leads to. A page of the app opens in it; what is held down (Ctrl, middle button) is the browser's. */
export function RecordLink({ href, row, children }: Props) {
  const { navigate } = useRenderer()
  const address = href ? fillAddress(href, row) : null
  if (address === null) return children
  const inApp = isOfApp(address)
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation()
    if (!inApp || !navigate || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(address)
  }
  return (
    <a
      href={address}
      className="expo-record-link"
      onClick={handleClick}
      {...(inApp ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  )
}
