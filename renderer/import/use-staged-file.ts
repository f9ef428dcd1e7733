import { useCallback, useEffect, useState } from 'react'
import type { StagedFile } from '#schemas/api/import-workbench.ts'
import type { RequestError } from '../data/data-client.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { asRequestError } from '../data/use-request.ts'

/** Work that the server does is asked about so often (ms). */
const ASKED_EVERY = 600

export interface StagedFileState {
  file: StagedFile | null
  error: RequestError | null
  /** What a call about the file answered. */
  show(file: StagedFile): void
  reload(): void
}

/** A file of the workbench; while the server judges or saves its rows, how far it is. */
export function useStagedFile(staged: StagedFiles, form: string, id: string): StagedFileState {
  const [file, setFile] = useState<StagedFile | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  const [turn, setTurn] = useState(0)
  const isOther = file?.id !== id
  const isWorking = file !== null && (file.state === 'judging' || file.state === 'saving')

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever it is another turn
  useEffect(() => {
    if (!isOther && !isWorking) return
    const control = new AbortController()
    const timer = setTimeout(
      () =>
        staged.file(form, id, { signal: control.signal }).then(
          (found) => {
            setFile(found)
            setError(null)
            setTurn((now) => now + 1)
          },
          (caught: unknown) => {
            if (!control.signal.aborted) setError(asRequestError(caught))
          },
        ),
      isOther ? 0 : ASKED_EVERY,
    )
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [staged, form, id, isOther, isWorking, turn])

  const reload = useCallback(() => {
    setError(null)
    setFile(null)
    setTurn((now) => now + 1)
  }, [])
  return { file: isOther ? null : file, error, show: setFile, reload }
}
