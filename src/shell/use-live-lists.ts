import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { PAGE_ID } from '../api/page-id.ts'
import { sessionExpiredAtom } from '../kit/announcements.ts'
import { useServices } from '../kit/services.ts'
import { replacingSessionAtom, tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { createLiveLists, type LiveListsOfPage } from '../socket/live-lists.ts'
import { openLiveRows } from '../socket/live-rows-socket.ts'

/** Lists and opened records hear of others' changes while somebody is signed in, from a server that tells of them. */
export function useLiveLists(isTold: boolean): LiveListsOfPage {
  const { config } = useServices()
  const token = useAtomValue(tokenAtom)
  const userId = useAtomValue(userInfoAtom)?.id
  const isExpired = useAtomValue(sessionExpiredAtom)
  const isReplacing = useAtomValue(replacingSessionAtom)
  const [lists] = useState(() => createLiveLists(PAGE_ID))
  const { apiBase } = config
  useEffect(() => {
    if (!isTold || !token || !userId || isExpired || isReplacing) return
    lists.use(() => openLiveRows({ apiBase, token, userId, pageId: PAGE_ID }))
    return () => lists.use(null)
  }, [lists, isTold, token, userId, isExpired, isReplacing, apiBase])
  return lists
}
