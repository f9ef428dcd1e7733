import { useSetAtom } from 'jotai'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Notice } from '#schemas/api/announcement.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { useServices } from '../kit/services.ts'
import { useMenuModel } from '../menu/use-menu-model.ts'
import { formChangedAtom, MY_MESSAGES } from './notice-atoms.ts'
import { componentTarget } from './open-target.ts'
import { markRead } from './use-notices.ts'
import { useOpenTarget } from './use-open-target.tsx'

const NoticeDialog = lazyNamed(() => import('./NoticeDialog.tsx'), 'NoticeDialog')

/** The detail opens this long after the click, so that the popover has gone. */
export const DETAIL_DELAY_MS = 200

/** What opens a message, and the dialog that it opens in. `onClosed` hears when that is over. */
export function useOpenNotice(onClosed?: () => void): { open(notice: Notice): void; dialog: ReactNode } {
  const { http } = useServices()
  const model = useMenuModel()
  const tellChanged = useSetAtom(formChangedAtom)
  const { go, record } = useOpenTarget(onClosed)
  const [detail, setDetail] = useState<Notice | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = (notice: Notice) => {
    if (notice.readFlag !== '1')
      markRead(http, notice.anntId)
        // It stays unread, and is marked when it is opened again.
        .catch(() => undefined)
        .finally(() => tellChanged(MY_MESSAGES))
    const target = componentTarget(notice, model)
    if (target) return go(target)
    // Loaded in the meantime; a failure is met again, and said, when it is drawn.
    NoticeDialog.load().catch(() => undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDetail(notice), DETAIL_DELAY_MS)
  }
  const close = () => {
    setDetail(null)
    onClosed?.()
  }
  const dialog = (
    <>
      <Suspense>{detail && <NoticeDialog notice={detail} onGo={go} onClose={close} />}</Suspense>
      {record}
    </>
  )
  return { open, dialog }
}
