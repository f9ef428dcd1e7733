import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { RequestError } from '#renderer/index.ts'
import type { NoticeLists } from '#schemas/api/announcement.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type Http, resultOf } from '../api/http.ts'
import { sessionExpiredAtom } from '../kit/announcements.ts'
import { useServices } from '../kit/services.ts'
import { loadShellLook, shellLookAtom } from '../kit/shell-look.ts'
import { replacingSessionAtom, tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { openNoticeSocket } from '../socket/notice-socket.ts'
import { formChangedAtom, MY_MESSAGES, noticeListsAtom } from './notice-atoms.ts'
import { watchNotices } from './watch-notices.ts'

/** Keeps the unread notices of the signed-in user, as long as the bell is drawn. */
export function useNotices(): NoticeLists | null {
  const { http, config, session, refreshRights } = useServices()
  const token = useAtomValue(tokenAtom)
  const userId = useAtomValue(userInfoAtom)?.id
  // Nobody is signed in while the dialog on top of the page asks for the password.
  const isExpired = useAtomValue(sessionExpiredAtom)
  // A call would go with the token that the server is taking back.
  const isReplacing = useAtomValue(replacingSessionAtom)
  const [lists, setLists] = useAtom(noticeListsAtom)
  const tellChanged = useSetAtom(formChangedAtom)
  const setLook = useSetAtom(shellLookAtom)

  useEffect(() => {
    if (!token || !userId || isExpired || isReplacing) return
    const watch = watchNotices({
      load: async () => {
        const loaded = resultOf(
          await http.get<Envelope<NoticeLists>>('/sys/annountCement/listByUser', {}, { quiet: true }),
        )
        setLists(loaded)
      },
      connect: ({ onPush, ...handlers }) =>
        openNoticeSocket({
          apiBase: config.apiBase,
          token,
          userId,
          ...handlers,
          onRights: refreshRights,
          onDicts: session.dictionaries.changed,
          onRows: tellChanged,
          // A failed call leaves the look as it is.
          onSettings: () => void loadShellLook(http).then(setLook, () => undefined),
          onPush() {
            tellChanged(MY_MESSAGES)
            onPush()
          },
        }),
      isSessionOver: (error) => error instanceof RequestError && error.status === 401,
    })
    reloaders.add(watch.reload)
    return () => {
      reloaders.delete(watch.reload)
      watch.stop()
      // The next user's are others.
      setLists(null)
    }
  }, [
    token,
    userId,
    isExpired,
    isReplacing,
    http,
    config.apiBase,
    session,
    refreshRights,
    setLists,
    tellChanged,
    setLook,
  ])

  return lists
}

/** Bells that are drawn: one, unless a test draws more. */
const reloaders = new Set<() => void>()

/** Lets the bell look again, after something was read. */
export function reloadBell(): void {
  for (const reload of reloaders) reload()
}

/** Marks one as read, then lets the bell look again; what could not be marked stays unread, and the detail opens all the same. */
export async function markRead(http: Http, anntId: string): Promise<void> {
  try {
    await http.put('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId }, { quiet: true })
  } finally {
    reloadBell()
  }
}
