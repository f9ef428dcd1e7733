import type { CompiledForm } from '#schemas/compile/model.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'

const ImportWorkbench = lazyDialog(async () => ({
  default: (await import('../import/ImportWorkbench.tsx')).ImportWorkbench,
}))
const ImportDialog = lazyDialog(async () => ({
  default: (await import('../import/ImportDialog.tsx')).ImportDialog,
}))

/** The plain import, also of a file that the workbench hands over, or the workbench with files that are sent at once. */
export type AskedImport = 'in' | { plain: File } | { chosen: readonly File[] }

interface Props {
  form: CompiledForm
  asking: AskedImport | null
  onAsk(asking: AskedImport): void
  /** Rows were added or changed: what is shown is loaded again. */
  onChanged(): void
  onClose(): void
}

/** The two ways of taking files of rows in; each hands its files to the other. */
export function ImportDialogs({ form, asking, onAsk, onChanged, onClose }: Props) {
  if (asking === null) return null
  if (asking !== 'in' && 'chosen' in asking)
    return (
      <ImportWorkbench
        {...{ form, onChanged, onClose }}
        chosen={asking.chosen}
        onPlain={(plain) => onAsk({ plain })}
      />
    )
  return (
    <ImportDialog
      {...{ form, onChanged, onClose }}
      chosen={asking === 'in' ? [] : [asking.plain]}
      onWorkbench={(chosen) => onAsk({ chosen })}
    />
  )
}
