import type { ReactNode } from 'react'
import { RendererProvider } from '#renderer/index.ts'
import { useRendererServices } from './renderer-services.ts'

/** What is drawn from documents anywhere in the frame shares one registry, one data client and one user. */
export function RenderingHost({ children }: { children: ReactNode }) {
  return <RendererProvider services={useRendererServices()}>{children}</RendererProvider>
}
