import { useRef, useState } from 'react'
import { createPendingUploads, type PendingUploads } from '../widget/files/pending-uploads.ts'

interface UploadsFirst {
  uploads: PendingUploads
  /** A save waits for files that are under way. */
  isWaiting: boolean
  /** True once all files have arrived; false where one did not, where the form is left, or where a save waits already. */
  arrived(): Promise<boolean>
}

/** Has a save wait for the files of its form: saved without them, the record would lose them. */
export function useUploadsFirst(): UploadsFirst {
  const [uploads] = useState(createPendingUploads)
  const [isWaiting, setWaiting] = useState(false)
  const waits = useRef(false)
  return {
    uploads,
    isWaiting,
    async arrived() {
      if (waits.current) return false
      if (!uploads.isBusy()) return true
      waits.current = true
      setWaiting(true)
      const isWhole = await uploads.settled()
      waits.current = false
      setWaiting(false)
      return isWhole
    },
  }
}
