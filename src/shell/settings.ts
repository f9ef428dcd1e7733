import { atom } from 'jotai'
import { shellLookAtom } from '../kit/shell-look.ts'

/** How the shell looks, chosen by the user. */
export interface Settings {
  sidebarOpened: boolean
  theme: 'light' | 'dark'
  menuTheme: 'dark' | 'light'
  layout: 'sidemenu' | 'topmenu'
  contentWidth: 'Fixed' | 'Fluid'
  fixedHeader: boolean
  fixedSidebar: boolean
  autoHideHeader: boolean
  /** Counts where the user has chosen it; otherwise the system's colour does. */
  color: string
  ownColor: boolean
  colorWeak: boolean
  multipage: boolean
}

/** The eight presets, in the order of their names in the texts; dawn blue is the default. */
export const PRESET_COLORS = [
  '#1890FF',
  '#F5222D',
  '#FA541C',
  '#FAAD14',
  '#13C2C2',
  '#52C41A',
  '#2F54EB',
  '#722ED1',
] as const

export const DEFAULT_SETTINGS: Settings = {
  sidebarOpened: true,
  theme: 'light',
  menuTheme: 'dark',
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: false,
  fixedSidebar: false,
  autoHideHeader: false,
  color: PRESET_COLORS[0],
  ownColor: false,
  colorWeak: false,
  multipage: true,
}

export const SETTINGS_KEY = 'SETTINGS'
/** The header hides only after this much scrolling. */
export const HEADER_HIDE_AFTER_PX = 100

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ['light', 'dark'],
  menuTheme: ['dark', 'light'],
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fixed', 'Fluid'],
}

/** Stored settings, checked one by one: what is unknown or spoilt falls back to its default. */
export function parseSettings(stored: unknown): Settings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  if (typeof stored === 'object' && stored !== null)
    for (const [name, initial] of Object.entries(DEFAULT_SETTINGS)) {
      const value = (stored as Record<string, unknown>)[name]
      const choices = CHOICES[name as keyof Settings] as readonly unknown[] | undefined
      if (typeof value === typeof initial && (!choices || choices.includes(value))) settings[name] = value
    }
  if (!/^#[0-9a-f]{6}$/i.test(String(settings.color))) settings.color = DEFAULT_SETTINGS.color
  // Before colours could be set for everybody, a colour other than the built-in one was always the user's choice.
  if (typeof (stored as { ownColor?: unknown } | null)?.ownColor !== 'boolean')
    settings.ownColor = settings.color !== DEFAULT_SETTINGS.color
  return obeyRules(settings as unknown as Settings)
}

/** A change, and what follows from it. */
export function changeSettings(settings: Settings, change: Partial<Settings>): Settings {
  return obeyRules({ ...settings, ...change })
}

function obeyRules(settings: Settings): Settings {
  const next = { ...settings }
  // Only a fixed header can hide.
  if (!next.fixedHeader) next.autoHideHeader = false
  // There is no sidebar to fix under a top menu, and only there the content may flow.
  if (next.layout === 'topmenu') next.fixedSidebar = false
  else next.contentWidth = 'Fixed'
  return next
}

export const settingsAtom = atom<Settings>(DEFAULT_SETTINGS)

/** The colour that is drawn: the user's own, or the system's. */
export const colorAtom = atom((get) => {
  const { color, ownColor } = get(settingsAtom)
  return ownColor ? color : get(shellLookAtom).color
})
