import { useCallback, useEffect, useMemo } from 'react'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { DataClient } from '../data/data-client.ts'
import { fieldQuestions } from '../data/field-questions.ts'
import { SEARCH_DELAY_MS } from '../data/search-delay.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import type { FormStore } from './store.ts'

/**
 * Asks the server about values that only it can judge (unique ones, and those of a check rule) while they are typed; a
 * save asks again. Answers how to ask at once, for a field that is left.
 */
export function useFieldChecks(
  form: CompiledForm,
  store: FormStore,
  id: string | undefined,
): (name: string) => void {
  const { client } = useRenderer()
  const checks = useMemo(() => createFieldChecks(form, store, id, client), [form, store, id, client])
  useEffect(() => {
    const stop = store.subscribeAll(checks.look)
    return () => {
      stop()
      checks.end()
    }
  }, [store, checks])
  return useCallback((name: string) => checks.ask(name), [checks])
}

/** The question about one field that is waited for. */
interface Pending {
  value: unknown
  timer: ReturnType<typeof setTimeout> | null
  call: AbortController
}

function createFieldChecks(form: CompiledForm, store: FormStore, id: string | undefined, client: DataClient) {
  const watched = form.fields.filter(({ property }) => property.unique || property.checkRule !== undefined)
  /** Values that were there, or were asked about last. */
  const known = new Map<string, unknown>(watched.map(({ name }) => [name, store.row()[name]]))
  const pending = new Map<string, Pending>()

  const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

  function drop(name: string): void {
    const open = pending.get(name)
    if (open?.timer) clearTimeout(open.timer)
    open?.call.abort()
    pending.delete(name)
  }

  async function send(field: Field, open: Pending): Promise<void> {
    const { name } = field
    open.timer = null
    known.set(name, open.value)
    try {
      for (const question of fieldQuestions(form, field, String(open.value), id)) {
        const reason = await client.check(question, { signal: open.call.signal })
        // Only the answer about what stands there now counts.
        if (pending.get(name) !== open) return
        if (reason === null) continue
        store.setError(name, reason)
        break
      }
    } catch (error) {
      if (!open.call.signal.aborted) console.warn(`the check of ${name} failed; saving checks again`, error)
    }
    if (pending.get(name) === open) pending.delete(name)
  }

  function plan(field: Field, delay: number): void {
    const { name } = field
    const value = store.row()[name]
    const open = pending.get(name)
    if (open && open.value === value && (open.timer === null || delay > 0)) return
    if (!open && known.get(name) === value) return
    drop(name)
    if (isEmpty(value)) {
      known.set(name, value)
      return
    }
    if (store.snapshot(name).error !== null) return
    const next: Pending = { value, timer: null, call: new AbortController() }
    pending.set(name, next)
    if (delay === 0) void send(field, next)
    else next.timer = setTimeout(() => void send(field, next), delay)
  }

  return {
    look: () => {
      for (const field of watched) plan(field, SEARCH_DELAY_MS)
    },
    ask: (name: string) => {
      const field = watched.find((one) => one.name === name)
      if (field) plan(field, 0)
    },
    end: () => {
      for (const name of [...pending.keys()]) drop(name)
    },
  }
}
