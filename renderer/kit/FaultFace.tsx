import type { ResultProps } from 'antd'
import { lazy, Suspense } from 'react'

const Result = lazy(() => import('./result.lazy.tsx'))

/** What a page shows when it failed. Its pictures are large, so they come only then. */
export function FaultFace(props: ResultProps) {
  return (
    <Suspense>
      <Result {...props} />
    </Suspense>
  )
}
