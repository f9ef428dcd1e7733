import { createContext, useContext } from 'react'
import type { Http } from '../api/http.ts'
import type { AppConfig } from '../config.ts'
import type { Languages } from '../session/languages.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/storage.ts'

/** What main.tsx wired, for the components of the shell. */
export interface Services {
  config: AppConfig
  session: Session
  /** Asks for menu and rights anew, in a moment; open pages follow. */
  refreshRights(): void
  http: Http
  /** As `http`, for answers that a page will ask for when it is drawn. */
  ahead: Http
  /** Local storage under the product's prefix. */
  kept: Store
  languages: Languages
  /** Loads the whole page again. */
  reload(): void
}

export const ServicesContext = createContext<Services | null>(null)

/** The wired services; a component outside of the app is a mistake. */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('ServicesContext is missing above this component')
  return services
}
