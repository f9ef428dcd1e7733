import { useEffect, useState } from 'react'

const QUESTION_CLOSES_MS = 100
const QUESTION_TRIES = 10
const CONTROL = 'input, textarea, button'

/**
 * Who had the keyboard last: a control that is locked while it is saved loses it, and a dialog that opens over the
 * answer finds nobody.
 */
let last: Element | null = null
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = target
  })

/**
 * Beside a dialog that is taken away as it closes: the keyboard goes back to where it was when the dialog was opened,
 * unless the user has gone elsewhere meanwhile.
 */
export function FocusReturn() {
  // While it is drawn for the first time: later the dialog has the keyboard.
  const [opener] = useState(() => (document.activeElement === document.body ? last : document.activeElement))
  // Known now: what was drawn anew meanwhile no longer stands in a dialog.
  const [around] = useState(() => opener?.closest('[role="dialog"]') ?? null)
  useEffect(
    () => () => {
      const giveBack = (tries: number) => {
        const { activeElement } = document
        if (activeElement === document.body) {
          if (opener instanceof HTMLElement) opener.focus()
          // It has gone, or is locked: to the dialog that it stood in, or its keys would be dead.
          if (document.activeElement === document.body) focusInside(around)
        }
        // A question that was asked on top of the dialog takes its time to go.
        else if (activeElement?.closest('[role="dialog"]') && tries > 0)
          setTimeout(() => giveBack(tries - 1), QUESTION_CLOSES_MS)
      }
      setTimeout(() => giveBack(QUESTION_TRIES))
    },
    [opener, around],
  )
  return null
}

function focusInside(dialog: Element | null): void {
  for (const control of dialog?.querySelectorAll<HTMLElement>(`.expo-field :is(${CONTROL}), ${CONTROL}`) ??
    []) {
    control.focus()
    if (document.activeElement === control) return
  }
}
