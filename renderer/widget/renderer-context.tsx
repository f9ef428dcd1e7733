import { createContext, type ReactNode, useContext } from 'react'
import type { FormUser } from '#schemas/compile/form-variables.ts'
import { ClientContext } from '../data/client-context.ts'
import type { DataClient } from '../data/data-client.ts'
import type { DraftKeeper } from '../data/draft-keeper.ts'
import type { FormTurns } from '../data/form-turns.ts'
import type { LiveLists } from '../data/live-lists.ts'
import type { LiveRecords } from '../data/live-records.ts'
import type { SavedQueries } from '../data/saved-queries.ts'
import type { PanelRegistry } from './panel.ts'
import type { WidgetRegistry } from './registry.ts'
import type { SlotRegistry } from './slot.ts'

/** What everything drawn from documents may use. */
export interface RendererServices {
  registry: WidgetRegistry
  client: DataClient
  /** Who is signed in: defaults and variables of rules. */
  user: FormUser
  gridLicenseKey: string
  /** Parts that actions open, by name; where it is absent, none. */
  panels?: PanelRegistry
  /** Parts that draw values, by name; where it is absent, none. */
  slots?: SlotRegistry
  /** Opens an address of the app; where it is absent, the browser follows the link. */
  navigate?(address: string): void
  /**
   * Names of columns and buttons (`add`, `delete`, `remove` …) that this user's rights take away from a form; where it is
   * absent, none. The server decides again on every call: this is for what is shown.
   */
  takenFrom?(form: string, rights?: string): readonly string[]
  /** Counts changes of a form's records that were made elsewhere: lists of it load again. Where it is absent, nothing is known of that. */
  turns?: FormTurns
  /** Tells lists which rows others changed; where it is absent, nothing is known of that. */
  liveLists?: LiveLists
  /** Tells who else has a record open; where it is absent, nothing is known of that. */
  liveRecords?: LiveRecords
  /** Keeps what is typed and not saved; where it is absent, nothing is. */
  drafts?: DraftKeeper
  /** Advanced queries that are kept under names; where it is absent, none can be. */
  savedQueries?: SavedQueries
  /** What this user chose about how things look, kept for the next time; where it is absent, for this page only. */
  looks?: { get(name: string): string | null; set(name: string, value: string): void }
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
  return (
    <RendererContext value={services}>
      <ClientContext value={services.client}>{children}</ClientContext>
    </RendererContext>
  )
}

/** The services of the nearest provider. */
export function useRenderer(): RendererServices {
  const services = useContext(RendererContext)
  if (!services) throw new Error('RendererProvider is missing above this component')
  return services
}
