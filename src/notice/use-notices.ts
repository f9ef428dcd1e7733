import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { RequestError } from '#renderer/index.ts'
import type { NoticeLists } from '#schemas/api/announcement.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type Http, resultOf } from '../api/http.ts'
import { tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { sessionExpiredAtom } from '../shell/announcements.ts'
import { useServices } from '../shell/services.ts'
import { openNoticeSocket } from '../socket/notice-socket.ts'
import { noticeListsAtom, noticeTurnAtom } from './notice-atoms.ts'
import { watchNotices } from './watch-notices.ts'

/** Keeps the unread notices of whoever is signed in, as long as the bell is drawn. */
export function useNotices(): NoticeLists | null {
  const { http, config, refreshRights } = useServices()
  const token = useAtomValue(tokenAtom)
  const userId = useAtomValue(userInfoAtom)?.id
  // Nobody is signed in while the dialog on top of the page asks for the password.
  const isExpired = useAtomValue(sessionExpiredAtom)
  const [lists, setLists] = useAtom(noticeListsAtom)
  const setTurn = useSetAtom(noticeTurnAtom)

  useEffect(() => {
    if (!token || !userId || isExpired) return
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
          onPush() {
            setTurn((turn) => turn + 1)
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
  }, [token, userId, isExpired, http, config.apiBase, refreshRights, setLists, setTurn])

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
