import type { ComponentType } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { DataClient, RowSource } from '../data/data-client.ts'

/** What a panel is given: the records that its action was pressed for, and how it ends. */
export interface PanelProps {
  records: readonly Row[]
  source: RowSource
  client: DataClient
  /** What the panel changed is loaded again; it stays open. */
  changed(): void
  /** Closes the panel; what it changed is loaded again. */
  done(): void
  /** Closes the panel and changes nothing; asks first while something is not saved. */
  close(): void
  /** Whether closing the panel, by whatever key or button, would lose something. */
  setUnsaved(isUnsaved: boolean): void
}

/** A part of the app that an action opens in a dialog. */
export interface Panel {
  component: ComponentType<PanelProps>
  /** Width of its dialog in px; 640 by default. */
  width?: number
}

/** Panels by the name that documents use. */
export type PanelRegistry = Readonly<Record<string, Panel>>
