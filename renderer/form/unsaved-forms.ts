import { useEffect, useRef } from 'react'

/** Asks each form on the screen whether something in it is not saved. Those of hidden tabs are not on the screen. */
const forms = new Set<() => boolean>()

/** Has a form counted while it is on the screen. */
export function useUnsavedForm(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const ask = () => latest.current()
    forms.add(ask)
    return () => void forms.delete(ask)
  }, [])
}

/** True while a form on the screen, in a dialog or in its place on a page, holds something that is not saved. */
export function hasUnsavedForm(): boolean {
  return [...forms].some((isDirty) => isDirty())
}
