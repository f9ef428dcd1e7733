import { App } from 'antd'
import { useCallback, useRef, useState } from 'react'
import type { RequestError } from './data-client.ts'
import { asRequestError } from './use-request.ts'

export interface Save {
  /** A save is under way: its buttons are locked. */
  busy: boolean
  /**
   * Runs a save, one at a time, and answers whether it went well. Never rejects: what was entered stays, and a failure is
   * said, by `onError` where the caller has a place for it, else as a message.
   */
  save(run: () => Promise<void>, onError?: (error: RequestError) => void): Promise<boolean>
}

/** How a panel saves what was entered into it. */
export function useSave(): Save {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  // A second press may come before the first has drawn the lock.
  const isSaving = useRef(false)
  const save = useCallback<Save['save']>(
    async (run, onError) => {
      if (isSaving.current) return false
      isSaving.current = true
      setBusy(true)
      try {
        await run()
        return true
      } catch (caught) {
        const error = asRequestError(caught)
        if (onError) onError(error)
        else if (!error.announced) message.error(error.message)
        return false
      } finally {
        isSaving.current = false
        setBusy(false)
      }
    },
    [message],
  )
  return { busy, save }
}
