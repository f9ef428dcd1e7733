import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { RecordMode } from '../actions/action.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import { whenIdle } from '../kit/when-idle.ts'
import type { PageModel } from '../model/page-model.ts'
import { loadFieldParts } from '../widget/field-parts.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

const FormDialog = lazyDialog(async () => ({ default: (await import('../form/FormDialog.tsx')).FormDialog }))

interface Opened {
  mode: RecordMode
  id?: string | undefined
  preset?: Row | undefined
  /** Makes every opening a new one. */
  key: number
}

export interface RecordDialogHost {
  open(mode: Opened['mode'], id?: string, preset?: Row): void
  element: ReactNode
}

/** The dialog in which a list's records are entered, changed and read. */
export function useRecordDialog(
  model: PageModel,
  granted: readonly string[],
  /** A record was saved; a new one had begun with `preset`. */
  onChanged: (preset: Row | undefined) => void,
  /** The list shows what it has to show: programs of its forms no longer delay it. */
  isSettled: boolean,
): RecordDialogHost {
  const [opened, setOpened] = useState<Opened | null>(null)
  const openings = useRef(0)
  const loadProgram = useFormProgram(model, isSettled)
  const open = useCallback(
    (mode: Opened['mode'], id?: string, preset?: Row) => {
      loadProgram()
      openings.current++
      setOpened({ mode, key: openings.current, id, preset })
    },
    [loadProgram],
  )
  const element = opened ? (
    <FormDialog
      key={opened.key}
      model={model}
      granted={granted}
      mode={opened.mode}
      {...(opened.id ? { id: opened.id } : {})}
      {...(opened.preset ? { preset: opened.preset } : {})}
      onClose={() => setOpened(null)}
      onSaved={() => onChanged(opened.preset)}
      onOpen={open}
    />
  ) : null
  return useMemo(() => ({ open, element }), [open, element])
}

/** Asks for the form's program and that of each of its fields, all at once: while the settled page is idle, at the latest now. */
function useFormProgram(model: PageModel, isSettled: boolean): () => void {
  const { registry } = useRenderer()
  const load = useCallback(() => {
    // What does not arrive is asked for again, and told, where it is drawn.
    FormDialog.load().catch(() => undefined)
    loadFieldParts(registry, model.form)
  }, [registry, model])
  useEffect(() => (isSettled ? whenIdle(load) : undefined), [isSettled, load])
  return load
}
