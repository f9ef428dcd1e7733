import { App } from 'antd'
import { useCallback } from 'react'
import { askToDiscard } from '../kit/ask-to-discard.ts'
import { hasUnsavedForm } from './unsaved-forms.ts'

/** How to do what takes a form from the screen: at once, or, where something in it is not saved, when the user agrees. */
export function useAskFirst(): (go: () => void) => void {
  const { modal } = App.useApp()
  return useCallback((go) => (hasUnsavedForm() ? askToDiscard(modal, go) : go()), [modal])
}
