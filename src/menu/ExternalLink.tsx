import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useServices } from '../kit/services.ts'
import { tokenAtom } from '../session/atoms.ts'
import { frameAddress } from './frame-address.ts'

/** A menu entry that opens in a new window; its placeholders are filled in as a frame's are. */
export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  const { config } = useServices()
  const token = useAtomValue(tokenAtom)
  const address = frameAddress(url, config.apiBase, token ?? '', window.location.origin)
  if (!address) return children
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
