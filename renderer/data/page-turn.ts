import { createContext, useContext, useEffect, useRef } from 'react'

/** Grows when records were changed on a page that stands in place of lists, which are kept below it. */
export const PageTurnContext = createContext(0)

/** Loads a list again once it is shown after such changes. */
export function useReloadOnTurn(reload: () => void): void {
  const turn = useContext(PageTurnContext)
  const seen = useRef(turn)
  useEffect(() => {
    if (seen.current === turn) return
    seen.current = turn
    reload()
  }, [turn, reload])
}
