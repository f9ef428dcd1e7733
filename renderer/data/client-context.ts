import { createContext, useContext } from 'react'
import type { DataClient } from './data-client.ts'

/** The data client of the nearest provider; the provider of the renderer sets it. */
export const ClientContext = createContext<DataClient | null>(null)

/** What hooks that only ask for data need: they do not know the widgets. */
export function useClient(): DataClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error('RendererProvider is missing above this component')
  return client
}
