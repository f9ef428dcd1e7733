import { App } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { hasUnsavedForm, openDialogs } from '#renderer/index.ts'
import {
  guardSteps,
  notePlace,
  placeNow,
  pushAddress,
  stepsSinceNoted,
  tellArrival,
} from '../kit/history-place.ts'
import { withoutListState } from '../kit/list-address.ts'
import { text } from '../text/zh-CN.ts'

/**
 * What the browser's Back and Forward mean on a page: while a dialog is open they are its Esc key, so that it closes, or
 * asks before it loses something, and the page stays; where a form on the page itself is not saved, they ask before they
 * hide it. Both take back the step that the browser has made already, before the router hears of it.
 */
export function useBack(): void {
  const location = useLocation()
  const { modal } = App.useApp()
  const shown = useRef(location.pathname + withoutListState(location.search))
  useLayoutEffect(() => {
    shown.current = location.pathname + withoutListState(location.search)
    tellArrival()
  }, [location])

  useEffect(() => {
    // Steps that are ours: taken back, or taken after a question was answered.
    let ownSteps: 'taken back' | 'allowed' | null = null
    const handlePop = (event: PopStateEvent) => {
      const own = ownSteps
      ownSteps = null
      const steps = stepsSinceNoted()
      if (own === 'taken back') {
        event.stopImmediatePropagation()
        return
      }
      const takeBack = () => {
        event.stopImmediatePropagation()
        ownSteps = 'taken back'
        window.history.go(-steps)
      }
      const leaves = window.location.pathname + withoutListState(window.location.search) !== shown.current
      if (own === 'allowed' || steps === 0) notePlace()
      else if (openDialogs().length > 0) {
        takeBack()
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      } else if (leaves && hasUnsavedForm()) {
        takeBack()
        modal.confirm({
          title: text.leaving.title,
          content: text.leaving.content,
          okText: text.leaving.leave,
          cancelText: text.leaving.stay,
          okButtonProps: { danger: true },
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => {
            ownSteps = 'allowed'
            window.history.go(steps)
          },
        })
      } else notePlace()
    }
    return guardSteps(handlePop)
  }, [modal])

  useEffect(() => {
    // Behind the first entry of the app is another site or nothing, and Back would leave at once: a dialog, which takes
    // the focus when it opens, gets an entry of the same address above it. Not while a step is being taken back.
    const handleFocus = ({ target }: FocusEvent) => {
      if (
        placeNow() === 0 &&
        stepsSinceNoted() === 0 &&
        openDialogs().some((dialog) => dialog.contains(target as Node | null))
      )
        pushAddress(window.location.pathname + window.location.search + window.location.hash)
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [])
}
