import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from '#schemas/api/draft.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { DraftPlace } from '../data/draft-keeper.ts'
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
  isDirty(): boolean
  /** Changed sub rows as they stand now; an open cell editor is left alone. */
  subRows(): Row
}

interface DraftControl {
  /** Drafts of this record that were there when the form was opened, the newest first. */
  offers: readonly Draft[]
  /** Goes on with a draft that was offered: it is kept under its own key from now on. */
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
  const isOver = useRef(false)
  /** A draft that is removed must not arrive afterwards. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())

  const content = useCallback(() => {
    const { model, work, isDirty, subRows } = latest.current.editing
    return isOver.current || !isDirty() ? null : draftContent(model, work, subRows())
  }, [])

  const dropOwn = useCallback(() => {
    const own = key.current
    if (kept.current !== null) void sent.current.then(() => drafts?.drop(latest.current.place, own))
    kept.current = null
  }, [drafts])

  const forget = useCallback(() => {
    isOver.current = true
    dropOwn()
  }, [dropOwn])

  useEffect(() => {
    if (!drafts) return
    isOver.current = false
    const asked = new AbortController()
    void drafts.find(latest.current.place, asked.signal).then((found) => {
      // Asked again while the form is open, it is no draft of before.
      if (!asked.signal.aborted) setOffers(found.filter((one) => one.key !== key.current))
    })
    const keep = (write: typeof drafts.keepHere | typeof drafts.keep) => {
      const now = content()
      const text = now && JSON.stringify(now.mine)
      if (now === null || text === kept.current) return
      kept.current = text
      sent.current = Promise.resolve(write(latest.current.place, key.current, now))
    }
    const timer = setInterval(() => keep(drafts.keep), KEEP_EVERY_MS)
    const handleHide = () => keep(drafts.keepHere)
    window.addEventListener('pagehide', handleHide)
    return () => {
      asked.abort()
      clearInterval(timer)
      window.removeEventListener('pagehide', handleHide)
    }
  }, [drafts, content])

  return {
    offers,
    takeUp(draft) {
      // What was typed before it was taken up is part of it now.
      dropOwn()
      key.current = draft.key
      kept.current = ''
      setOffers([])
    },
    reject(draft) {
      void drafts?.drop(place, draft.key)
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
