import { App } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import type { ListPlace } from '../data/data-client.ts'
import type { SavedQueries } from '../data/saved-queries.ts'
import { asRequestError } from '../data/use-request.ts'
import { type PageModel, savedOf } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** The saved queries of a list, and what can be done with them. */
export interface QuerySet {
  place: ListPlace
  /** Null where none can be kept. */
  keeper: SavedQueries | null
  queries: readonly SavedQueryOfUser[]
  mayShare: boolean
  /** Reads them anew. */
  reload(): Promise<void>
  /** Waits for a change, says how it went, and reads the queries anew; what the change answered, or null. `onStale`: somebody else was first. */
  keep<T>(change: Promise<T>, done?: string, onStale?: () => void): Promise<T | null>
}

/** The saved queries of a page's list: those that came with the page, until something is changed. */
export function useSavedQueries(model: PageModel): QuerySet {
  const { message } = App.useApp()
  const { savedQueries: keeper = null } = useRenderer()
  const { views } = model.definition
  const { code } = model.form
  const page = views?.page ?? code
  const place = useMemo(() => ({ page, form: code }), [page, code])
  const [queries, setQueries] = useState(() => savedOf(model))
  const reload = useCallback(async () => {
    if (keeper) setQueries(await keeper.list(place))
  }, [keeper, place])
  const keep = useCallback(
    async <T>(change: Promise<T>, done?: string, onStale?: () => void): Promise<T | null> => {
      try {
        const answer = await change
        if (done) message.success(done)
        await reload()
        return answer
      } catch (error) {
        const { announced, status, message: said } = asRequestError(error)
        if (status === 409 && onStale) {
          await reload().catch(() => undefined)
          onStale()
        } else if (!announced) message.error(said || t('操作失败'))
        return null
      }
    },
    [reload, message],
  )
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    // A server without saved queries told none with the page: what this browser keeps is read here.
    if (!views) void reload().catch(() => undefined)
    else
      void keeper
        ?.takeOver?.(place, savedOf(model))
        .then((isTaken) => (isTaken ? reload() : undefined))
        .catch(() => undefined)
  }, [views, reload, keeper, place, model])
  return { place, keeper, queries, mayShare: views?.mayShare ?? false, reload, keep }
}
