import { createContext } from 'react'

/** What the content of a shell makes of its keys and buttons. */
export interface ShellActions {
  /** Instead of closing at once. */
  close?: () => void
  /** Ctrl+S or ⌘+S, Ctrl+Enter or ⌘+Enter; also when the keyboard is nowhere, e.g. after a click beside the fields. */
  save?: () => void
}

interface Shell {
  /** Where the buttons stand; null before the shell is drawn. */
  footer: HTMLElement | null
  /** Where the buttons between the steps of a form stand, before the others; null before the shell is drawn. */
  steps: HTMLElement | null
  actions: { current: ShellActions }
}

/** The dialog or place around a record's form. */
export const ShellContext = createContext<Shell | null>(null)
