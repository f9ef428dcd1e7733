import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyNamed } from '../kit/load-chunk.ts'
import type { OpenTarget } from './open-target.ts'

const RecordOfNotice = lazyNamed(() => import('./RecordOfNotice.tsx'), 'RecordOfNotice')

/** What goes where a message leads to, and the record that it opened. `onClosed` hears when that is closed. */
export function useOpenTarget(onClosed?: () => void): { go(target: OpenTarget): void; record: ReactNode } {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Extract<OpenTarget, { kind: 'record' }> | null>(null)

  const go = useCallback(
    (target: OpenTarget) => {
      if (target.kind === 'page') void navigate(target.path)
      else if (target.kind === 'web') window.open(target.url, '_blank', 'noopener,noreferrer')
      else setOpened(target)
    },
    [navigate],
  )
  const record = opened && (
    <Suspense>
      <RecordOfNotice
        form={opened.form}
        id={opened.id}
        onClose={() => {
          setOpened(null)
          onClosed?.()
        }}
      />
    </Suspense>
  )
  return { go, record }
}
