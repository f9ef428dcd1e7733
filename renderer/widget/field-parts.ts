import { useEffect, useState } from 'react'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { WidgetRegistry } from './registry.ts'
import { useRenderer } from './renderer-context.tsx'

/** A form is drawn by then, even if a program is late: its field comes when it can. */
const WAIT_MS = 1000

/** Asks for the programs of all fields of a form; null when every one is there. */
export function loadFieldParts(registry: WidgetRegistry, form: CompiledForm): Promise<unknown> | null {
  return registry.load(
    'field',
    form.fields.filter((field) => field.inForm).map((field) => field.view),
  )
}

/**
 * Whether a form can be drawn. Its fields are drawn together, once: drawn one after the other as their programs come, a
 * form is laid out several times and React holds each field back for a while.
 */
export function useFieldParts(form: CompiledForm): boolean {
  const { registry } = useRenderer()
  const [ready, setReady] = useState(() => loadFieldParts(registry, form) === null)
  useEffect(() => {
    if (ready) return
    const show = () => setReady(true)
    const timer = setTimeout(show, WAIT_MS)
    const loading = loadFieldParts(registry, form)
    if (loading) void loading.then(show)
    else show()
    return () => clearTimeout(timer)
  }, [ready, registry, form])
  return ready
}
