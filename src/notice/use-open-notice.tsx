import { useSetAtom } from 'jotai'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Notice } from '#schemas/api/announcement.ts'
import { lazyNamed } from '../shell/load-chunk.ts'
import { useServices } from '../shell/services.ts'
import { useMenuModel } from '../shell/use-menu-model.ts'
import { noticeTurnAtom } from './notice-atoms.ts'
import { componentTarget, type OpenTarget } from './open-target.ts'
import { markRead } from './use-notices.ts'

const NoticeDialog = lazyNamed(() => import('./NoticeDialog.tsx'), 'NoticeDialog')
const RecordOfNotice = lazyNamed(() => import('./RecordOfNotice.tsx'), 'RecordOfNotice')

/** The detail opens this long after the click, so that the popover has gone. */
export const DETAIL_DELAY_MS = 200

type Opened = { kind: 'detail'; notice: Notice } | { kind: 'record'; form: string; id: string }

/** What opens a message, and the dialog that it opens in. `onClosed` hears when that is over. */
export function useOpenNotice(onClosed?: () => void): { open(notice: Notice): void; dialog: ReactNode } {
  const { http } = useServices()
  const model = useMenuModel()
  const navigate = useNavigate()
  const setTurn = useSetAtom(noticeTurnAtom)
  const [opened, setOpened] = useState<Opened | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const go = useCallback(
    (target: OpenTarget) => {
      if (target.kind === 'page') void navigate(target.path)
      else if (target.kind === 'web') window.open(target.url, '_blank', 'noopener,noreferrer')
      else setOpened({ kind: 'record', form: target.form, id: target.id })
    },
    [navigate],
  )

  const open = (notice: Notice) => {
    if (notice.readFlag !== '1')
      markRead(http, notice.anntId)
        // It stays unread, and is marked when it is opened again.
        .catch(() => undefined)
        .finally(() => setTurn((turn) => turn + 1))
    const target = componentTarget(notice, model)
    if (target) return go(target)
    // Loaded in the meantime; a failure is met again, and said, when it is drawn.
    NoticeDialog.load().catch(() => undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpened({ kind: 'detail', notice }), DETAIL_DELAY_MS)
  }
  const close = () => {
    setOpened(null)
    onClosed?.()
  }
  const dialog = (
    <Suspense>
      {opened?.kind === 'detail' && <NoticeDialog notice={opened.notice} onGo={go} onClose={close} />}
      {opened?.kind === 'record' && <RecordOfNotice form={opened.form} id={opened.id} onClose={close} />}
    </Suspense>
  )
  return { open, dialog }
}
