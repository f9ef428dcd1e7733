import { App } from 'antd'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { tokenAtom } from '../session/atoms.ts'
import type { UnsavedInput } from '../session/unsaved-input.ts'
import { text } from '../text/zh-CN.ts'
import { type AnnouncementBus, sessionExpiredAtom } from './announcements.ts'
import { lazyNamed } from './load-chunk.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { useServices } from './services.ts'

const ExpiredDialog = lazyNamed(() => import('./ExpiredDialog.tsx'), 'ExpiredDialog')

/** Shows what the error catalogue announces. The same text twice at a time is shown once. */
export function AnnouncementHost({ bus, unsaved }: { bus: AnnouncementBus; unsaved: UnsavedInput }) {
  const { message, notification } = App.useApp()
  const { session, reload } = useServices()
  const isExpired = useAtomValue(sessionExpiredAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const isEnding = useRef(false)
  const atoms = useStore()

  useEffect(
    () =>
      bus.listen(({ how, text: content, seconds, signOutAfterMs }) => {
        // Every call that was under way fails when a session ends; the first one said it.
        if (isEnding.current) return
        if (how === 'expired' || (signOutAfterMs !== null && unsaved.exists())) {
          setExpired(true)
          return
        }
        if (how === 'notification')
          notification.error({
            key: content,
            title: text.error.notificationTitle,
            description: content,
            duration: seconds,
          })
        else if (how === 'loading') void message.loading({ key: content, content, duration: 0 })
        else if (how === 'message') void message.error({ key: content, content, duration: seconds })
        if (signOutAfterMs === null) return
        isEnding.current = true
        setTimeout(() => {
          isEnding.current = false
          // Already at the sign-in page: loading it again would only take away what is being typed there.
          if (atoms.get(tokenAtom) === null) return
          void session.signOut({ quiet: true }).finally(reload)
        }, signOutAfterMs)
      }),
    [bus, unsaved, message, notification, session, reload, setExpired, atoms],
  )

  return isExpired ? (
    // Tried again as long as the session is ended: without the dialog, what was typed could not be saved.
    <PartBoundary onFail={() => {}}>
      <ExpiredDialog />
    </PartBoundary>
  ) : null
}
