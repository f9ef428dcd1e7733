import { App } from 'antd'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { type AnnouncementBus, sessionExpiredAtom } from '../kit/announcements.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PartBoundary } from '../kit/PartBoundary.tsx'
import { useServices } from '../kit/services.ts'
import {
  factorRefusedTokenAtom,
  passwordChangeAtom,
  refusedTokenAtom,
  secondFactorAtom,
  tokenAtom,
} from '../session/atoms.ts'
import type { UnsavedInput } from '../session/unsaved-input.ts'
import { text } from '../text/zh-CN.ts'

const PasswordDialog = lazyNamed(() => import('../kit/PasswordDialog.tsx'), 'PasswordDialog')
const SecondFactorDialog = lazyNamed(() => import('./SecondFactorDialog.tsx'), 'SecondFactorDialog')
const ExpiredDialog = lazyNamed(() => import('./ExpiredDialog.tsx'), 'ExpiredDialog')

/** Shows what the error catalogue announces. The same text twice at a time is shown once. */
export function AnnouncementHost({ bus, unsaved }: { bus: AnnouncementBus; unsaved: UnsavedInput }) {
  const { message, notification } = App.useApp()
  const { session, reload } = useServices()
  const isExpired = useAtomValue(sessionExpiredAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const hasToChange = useAtomValue(passwordChangeAtom)
  const hasToSetUp = useAtomValue(secondFactorAtom)
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
        if (how === 'passwordChange') {
          atoms.set(refusedTokenAtom, atoms.get(tokenAtom))
          return
        }
        if (how === 'secondFactor') {
          atoms.set(factorRefusedTokenAtom, atoms.get(tokenAtom))
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
        const ended = atoms.get(tokenAtom)
        setTimeout(() => {
          isEnding.current = false
          // Already at the sign-in page, where loading would take away what is being typed, or signed in anew.
          if (ended === null || atoms.get(tokenAtom) !== ended) return
          void session.signOut({ quiet: true }).finally(reload)
        }, signOutAfterMs)
      }),
    [bus, unsaved, message, notification, session, reload, setExpired, atoms],
  )

  if (hasToChange && !isExpired)
    return (
      <PartBoundary onFail={() => {}}>
        <PasswordDialog isForced onClose={() => {}} />
      </PartBoundary>
    )
  if (hasToSetUp && !isExpired)
    return (
      <PartBoundary onFail={() => {}}>
        <SecondFactorDialog />
      </PartBoundary>
    )
  return isExpired ? (
    // Tried again as long as the session is ended: without the dialog, what was typed could not be saved.
    <PartBoundary onFail={() => {}}>
      <ExpiredDialog />
    </PartBoundary>
  ) : null
}
