/** One open page. The key is its full path. */
export interface Tab {
  key: string
  title: string
  /** Grows with 刷新: the page is built anew. */
  generation: number
}

export interface TabsState {
  /** The home tab is always the first. */
  tabs: readonly Tab[]
  active: string
}

/** A change, or why there is none. */
export type TabsChange = { state: TabsState; refused?: never } | { refused: 'home' | 'last'; state?: never }

/** Only the home tab, active. */
export function initialTabs(home: Tab): TabsState {
  return { tabs: [home], active: home.key }
}

/** The path of a tab's key, without what was asked for with it. */
export const pathOf = (key: string): string => key.split(/[?#]/)[0] ?? key

/** Opens a tab, or activates the one that is open. */
export function openTab(state: TabsState, key: string, title: string): TabsState {
  const open = state.tabs.find((tab) => tab.key === key)
  if (open && state.active === key && open.title === title) return state
  if (!open) return { tabs: [...state.tabs, { key, title, generation: 0 }], active: key }
  return { tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)), active: key }
}

/** The page found out its own title. */
export function retitleTab(state: TabsState, key: string, title: string): TabsState {
  const open = state.tabs.find((tab) => tab.key === key)
  if (!open || open.title === title) return state
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) }
}

/**
 * Has tabs called what their pages are called now: the language, or a menu's name, may have changed since they were opened. A page
 * that has no such name keeps the one that it found out itself.
 */
export function captionTabs(state: TabsState, captionOf: (key: string) => string): TabsState {
  const tabs = state.tabs.map((tab) => {
    const title = captionOf(tab.key) || tab.title
    return title === tab.title ? tab : { ...tab, title }
  })
  return tabs.every((tab, at) => tab === state.tabs[at]) ? state : { ...state, tabs }
}

/** Closes a tab; when it was active, its neighbour (the one after it, else the one before) becomes so. */
export function closeTab(state: TabsState, key: string, home: string): TabsChange {
  if (key === home) return { refused: 'home' }
  if (state.tabs.length <= 1) return { refused: 'last' }
  const at = state.tabs.findIndex((tab) => tab.key === key)
  if (at < 0) return { state }
  const tabs = state.tabs.filter((tab) => tab.key !== key)
  if (state.active !== key) return { state: { tabs, active: state.active } }
  const neighbour = tabs[Math.min(at, tabs.length - 1)]
  return { state: { tabs, active: neighbour?.key ?? home } }
}

/** Keeps the tabs that `keeps` names, the home tab and the tab itself; the tab becomes active if the active one went. */
function closeWhere(state: TabsState, key: string, home: string, keeps: (at: number) => boolean): TabsState {
  const tabs = state.tabs.filter((tab, at) => tab.key === home || tab.key === key || keeps(at))
  return { tabs, active: tabs.some((tab) => tab.key === state.active) ? state.active : key }
}

/** Closes what stands left of a tab, the home tab excepted. */
export function closeLeft(state: TabsState, key: string, home: string): TabsState {
  const own = state.tabs.findIndex((tab) => tab.key === key)
  return closeWhere(state, key, home, (at) => at > own)
}

/** Closes what stands right of a tab. */
export function closeRight(state: TabsState, key: string, home: string): TabsState {
  const own = state.tabs.findIndex((tab) => tab.key === key)
  return closeWhere(state, key, home, (at) => at < own)
}

/** Closes everything but a tab and home. */
export function closeOthers(state: TabsState, key: string, home: string): TabsState {
  return closeWhere(state, key, home, () => false)
}

/** Has a page built anew. */
export function refreshTab(state: TabsState, key: string): TabsState {
  return {
    ...state,
    tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab)),
  }
}
