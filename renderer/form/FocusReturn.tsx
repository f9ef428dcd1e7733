import { useEffect, useState } from 'react'

/**
 * Beside a dialog that is taken away as it closes: the keyboard goes back to where it was when the dialog was opened,
 * unless the user has gone elsewhere meanwhile.
 */
export function FocusReturn() {
  // While it is drawn for the first time: later the dialog has the keyboard.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
    },
    [opener],
  )
  return null
}
