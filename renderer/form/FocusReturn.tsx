import { useEffect, useState } from 'react'

const QUESTION_CLOSES_MS = 100
const QUESTION_TRIES = 10

/**
 * Beside a dialog that is taken away as it closes: the keyboard goes back to where it was when the dialog was opened,
 * unless the user has gone elsewhere meanwhile.
 */
export function FocusReturn() {
  // While it is drawn for the first time: later the dialog has the keyboard.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const giveBack = (tries: number) => {
        const { activeElement } = document
        if (activeElement === document.body && opener instanceof HTMLElement) opener.focus()
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
