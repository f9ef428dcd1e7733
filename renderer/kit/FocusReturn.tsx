import { useEffect, useState } from 'react'

const QUESTION_CLOSES_MS = 100
const QUESTION_TRIES = 10
const CONTROL = 'input, textarea, button'

/**
 * Who had the keyboard last: a control that is locked while it is saved loses it, and a dialog that opens over the
 * answer finds nobody.
 */
let last: { control: Element; dialog: Element | null } | null = null
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    // The dialog is asked for now: a control that is drawn anew stands nowhere afterwards.
    if (target instanceof Element) last = { control: target, dialog: target.closest('[role="dialog"]') }
  })

/**
 * Beside a dialog that is taken away as it closes: the keyboard goes back to where it was when the dialog was opened,
 * unless the user has gone elsewhere meanwhile.
 */
export function FocusReturn() {
  // While it is drawn for the first time: later the dialog has the keyboard.
  const [opener] = useState(() => last)
  useEffect(
    () => () => {
      const giveBack = (tries: number) => {
        const { activeElement } = document
        if (activeElement === document.body) {
          if (opener?.control instanceof HTMLElement) opener.control.focus()
          // It has gone, or is locked: to the dialog that it stood in, or its keys would be dead.
          if (document.activeElement === document.body) focusInside(opener?.dialog ?? null)
        }
        // A question that was asked on top of the dialog takes its time to go.
        else if (activeElement?.closest('[role="dialog"]') && tries > 0)
          setTimeout(() => giveBack(tries - 1), QUESTION_CLOSES_MS)
      }
      setTimeout(() => giveBack(QUESTION_TRIES))
    },
    [opener],
  )
  return null
}

/** The first field, else the first control at all. */
function focusInside(dialog: Element | null): void {
  for (const place of ['.expo-field ', ''])
    for (const control of dialog?.querySelectorAll<HTMLElement>(`${place}:is(${CONTROL})`) ?? []) {
      control.focus()
      if (document.activeElement === control) return
    }
}
