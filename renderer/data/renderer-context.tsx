import { createContext, type ReactNode, useContext } from 'react'
import type { FormUser } from '#schemas/compile/form-variables.ts'
import type { WidgetRegistry } from '../registry/registry.ts'
import type { DataClient } from './data-client.ts'

/** What everything drawn from documents may use. */
export interface RendererServices {
  registry: WidgetRegistry
  client: DataClient
  /** Who is signed in: defaults and variables of rules. */
  user: FormUser
  gridLicenseKey: string
  /**
   * Names of columns and buttons (`add`, `delete`, `remove` …) that this user's rights take away from a form; where it is
   * absent, none. The server decides again on every call: this is for what is shown.
   */
  takenFrom?(form: string): readonly string[]
}

const RendererContext = createContext<RendererServices | null>(null)

/** Hands registry, data client and user to what is drawn below. */
export function RendererProvider({
  services,
  children,
}: {
  services: RendererServices
  children: ReactNode
}) {
  return <RendererContext value={services}>{children}</RendererContext>
}

/** The services of the nearest provider. */
export function useRenderer(): RendererServices {
  const services = useContext(RendererContext)
  if (!services) throw new Error('RendererProvider is missing above this component')
  return services
}
