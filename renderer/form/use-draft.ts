import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft, DraftContent } from '#schemas/api/draft.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { DraftKeeper, DraftPlace } from '../data/draft-keeper.ts'
import type { PageModel } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { draftContent } from './draft-content.ts'
import type { RecordWork } from './record-work.ts'

/** While something is typed and not saved, it is kept so often (ms). */
const KEEP_EVERY_MS = 3000

interface Editing {
  model: PageModel
  id: string | undefined
  work: RecordWork
  /** Drafts that came with the record; absent where they are to be asked for. */
  came?: readonly Draft[] | undefined
  isDirty(): boolean
  /** Changed sub rows as they stand now, with what an open cell editor holds, which is left alone. */
  subRows(): Row
}

interface DraftControl {
  /** Drafts of this record that were there when the form was opened, the newest first. */
  offers: readonly Draft[]
  /** Goes on with a draft that was offered: it is part of this form's own from now on, and goes once that is kept. */
  takeUp(draft: Draft): void
  /** Gives up a draft that was offered. */
  reject(draft: Draft): void
  /** Saved or given up: what was kept of this form goes. */
  forget(): void
}

/** Keeps what is typed into a form until it is saved or given up, and finds what was kept before. */
export function useDraft(editing: Editing): DraftControl {
  const { drafts } = useRenderer()
  const { form } = editing.model
  const place: DraftPlace = { form: form.code, id: editing.id }
  const latest = useRef({ editing, place })
  latest.current = { editing, place }
  const [offers, setOffers] = useState<readonly Draft[]>([])
  const key = useRef('')
  if (key.current === '') key.current = newKey()
  /** What the last kept state was made of; null while nothing is kept. */
  const kept = useRef<string | null>(null)
  /** The draft that this form goes on with; null once it is kept under this form's key. */
  const goneOnWith = useRef<string | null>(null)
  /** Whose drafts were found: a form that was hidden and is shown again asks nothing. */
  const found = useRef<DraftKeeper | null>(null)
  const isOver = useRef(false)
  /** A draft that is removed must not arrive afterwards. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())

  const content = useCallback(() => {
    const { model, work, isDirty, subRows } = latest.current.editing
    return isOver.current || !isDirty() ? null : draftContent(model, work, subRows())
  }, [])

  const drop = useCallback((key: string) => void drafts?.drop(latest.current.place, key), [drafts])

  const dropOwn = useCallback(() => {
    if (kept.current !== null) void sent.current.then(() => drop(key.current))
    kept.current = null
  }, [drop])

  const forget = useCallback(() => {
    isOver.current = true
    dropOwn()
    const before = goneOnWith.current
    if (before !== null) void sent.current.then(() => drop(before))
    goneOnWith.current = null
  }, [dropOwn, drop])

  useEffect(() => {
    if (!drafts) return
    isOver.current = false
    const asked = new AbortController()
    const { place, editing } = latest.current
    if (found.current !== drafts)
      // What came with the record is of who opened it.
      void drafts.find(place, asked.signal, found.current ? undefined : editing.came).then((answer) => {
        if (asked.signal.aborted) return
        found.current = drafts
        // Asked again while the form is open, it is no draft of before.
        setOffers(answer.filter((one) => one.key !== key.current))
      })
    const changed = () => {
      const now = content()
      const text = now && JSON.stringify(now.mine)
      if (text === kept.current) return null
      if (now) kept.current = text
      return now
    }
    const keep = async (now: DraftContent) => {
      const isSafe = await drafts.keep(latest.current.place, key.current, now)
      const before = goneOnWith.current
      if (!isSafe || before === null) return
      goneOnWith.current = null
      drop(before)
    }
    const timer = setInterval(() => {
      const now = changed()
      if (now) sent.current = keep(now)
      else if (kept.current !== null && !latest.current.editing.isDirty()) dropOwn()
    }, KEEP_EVERY_MS)
    const handleHide = () => {
      const now = changed()
      if (now) drafts.keepHere(latest.current.place, key.current, now)
    }
    window.addEventListener('pagehide', handleHide)
    return () => {
      asked.abort()
      clearInterval(timer)
      window.removeEventListener('pagehide', handleHide)
    }
  }, [drafts, content, drop, dropOwn])

  return {
    offers,
    takeUp(draft) {
      goneOnWith.current = draft.key
      // Kept at the next turn, whatever was kept before.
      if (kept.current !== null) kept.current = ''
      setOffers([])
    },
    reject(draft) {
      drop(draft.key)
      setOffers((all) => all.filter(({ key }) => key !== draft.key))
    },
    forget,
  }
}

/** randomUUID is missing on plain http with a host name; getRandomValues is everywhere. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')
}
