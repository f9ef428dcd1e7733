import { Alert, Button } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { text } from '../text/zh-CN.ts'
import { connectionLostAtom } from './connection.ts'
import { isNewBuild } from './new-build.ts'

/** Who comes back to the window is not told more often than this (ms). */
const LOOK_MS = 10 * 60_000

/** Says that the server cannot be reached, for as long as it cannot, and offers a new build of the program. */
export function ConnectionBanner({ look = isNewBuild }: { look?: () => Promise<boolean> }) {
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine)
  // The browser knows at once that there is no network; a call would find out when it is next made.
  const isLost = useAtomValue(connectionLostAtom) || !isOnline
  const isNew = useNewBuild(isLost, look)
  const words = text.connection
  if (isLost) return <Alert banner type="warning" title={words.lost} />
  if (!isNew) return null
  return (
    <Alert
      banner
      type="info"
      title={`${words.newBuild}。${words.newBuildHint}`}
      closable
      action={
        // The browser asks first while something typed would be lost.
        <Button size="small" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      }
    />
  )
}

function onLineChange(tell: () => void): () => void {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

/** Looks when the server is back after a while, as it is after an update, and when somebody comes back to the window. */
function useNewBuild(isLost: boolean, look: () => Promise<boolean>): boolean {
  const [isNew, setNew] = useState(false)
  const wasLost = useRef(false)
  const looked = useRef(Date.now())

  useEffect(() => {
    const ask = () => {
      looked.current = Date.now()
      void look().then((found) => found && setNew(true))
    }
    if (wasLost.current && !isLost) ask()
    wasLost.current = isLost
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - looked.current > LOOK_MS) ask()
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [isLost, look])
  return isNew
}
