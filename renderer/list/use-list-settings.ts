import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListSettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { ListColumn } from '#schemas/compile/model.ts'
import type { ListPlace } from '../data/data-client.ts'
import { type SetColumn, setColumns } from '../model/list-settings.ts'
import type { PageModel } from '../model/page-model.ts'
import { queryLooks } from '../model/saved-query.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** Dragging a column changes its place many times. */
const KEEP_AFTER_MS = 400
const NOTHING: ListSettings = {}

/** How a list looks to its user, and how that is changed. */
export interface ListSetup {
  settings: ListSettings
  /** All columns as they stand, hidden ones among them. */
  columns: readonly SetColumn[]
  shown: readonly SetColumn[]
  change(settings: ListSettings): void
  /** The looks of the saved query that is shown were changed since. */
  isChanged: boolean
  /** As the document has it. */
  reset(): void
}

/** The settings of a list on its page, kept for the next time: by the server, and in this browser until the server has them. */
export function useListSettings(
  { definition, form }: PageModel,
  left: readonly ListColumn[],
  viewed: SavedQueryOfUser | null,
): ListSetup {
  const { views } = definition
  const page = views?.page ?? form.code
  const place = useMemo(() => ({ page, form: form.code }), [page, form.code])
  const own = views && Object.hasOwn(views.own, form.code) ? views.own[form.code] : undefined
  const keeper = useSettingsKeeper(place, views !== undefined)
  const [usual, setUsual] = useState<ListSettings>(() => keeper.here() ?? own ?? NOTHING)
  // A saved query has looks of its own; what is changed of them holds until it is left, or saved with it.
  const looks = useMemo(() => (viewed ? queryLooks(viewed.settings) : null), [viewed])
  const [changed, setChanged] = useState<{ of: typeof looks; settings: ListSettings } | null>(null)
  const settings = looks ? (changed?.of === looks ? changed.settings : looks) : usual
  const { keep } = keeper
  const columns = useMemo(() => setColumns(left, settings), [left, settings])
  const shown = useMemo(() => columns.filter(({ hidden }) => !hidden), [columns])
  const change = useCallback(
    (next: ListSettings) => {
      if (looks) return setChanged({ of: looks, settings: next })
      setUsual(next)
      keep(next)
    },
    [keep, looks],
  )
  const reset = useCallback(() => change(NOTHING), [change])
  const isChanged = looks !== null && settings !== looks
  return { settings, columns, shown, change, isChanged, reset }
}

interface SettingsKeeper {
  /** What the server was not told yet. */
  here(): ListSettings | null
  keep(settings: ListSettings): void
}

function useSettingsKeeper(place: ListPlace, isAnswered: boolean): SettingsKeeper {
  const { client, looks } = useRenderer()
  const name = `LIST_${place.page}_${place.form}`
  const tell = isAnswered ? client.keepListSettings : undefined
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** One call after the other: the last word is the last. */
  const told = useRef<Promise<unknown>>(Promise.resolve())

  const here = useCallback(() => parsed(looks?.get(name)), [looks, name])
  const send = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current)
    waiting.current = null
    told.current = told.current.then(async () => {
      const text = looks?.get(name)
      const settings = parsed(text)
      if (!settings) return
      await tell?.(place, Object.keys(settings).length > 0 ? settings : null).then(
        () => looks?.get(name) === text && looks?.set(name, ''),
        // It stays in this browser, and is told when the list is opened the next time.
        () => undefined,
      )
    })
  }, [tell, looks, name, place])
  const keep = useCallback(
    (settings: ListSettings) => {
      looks?.set(name, JSON.stringify(settings))
      if (!tell) return
      if (waiting.current) clearTimeout(waiting.current)
      waiting.current = setTimeout(send, KEEP_AFTER_MS)
    },
    [looks, name, tell, send],
  )
  useEffect(() => {
    if (tell) send()
    return () => {
      if (waiting.current) send()
    }
  }, [tell, send])
  return { here, keep }
}

function parsed(text: string | null | undefined): ListSettings | null {
  if (!text) return null
  try {
    return JSON.parse(text) as ListSettings
  } catch {
    return null
  }
}
