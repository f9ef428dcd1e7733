import { type ReactNode, useMemo, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { Action } from '../../actions/action.ts'
import type { RowMove } from '../../data/data-client.ts'
import { lazyDialog } from '../../kit/lazy-dialog.ts'
import type { PageModel } from '../../model/page-model.ts'
import { parentOf } from '../../model/row-moves.ts'
import { useFieldChange } from '../layouts/use-field-change.ts'
import type { ListModel } from '../use-list.ts'

const MoveToDialog = lazyDialog(async () => ({ default: (await import('./MoveToDialog.tsx')).MoveToDialog }))

/** 移到… puts a record of a tree below another one that is chosen, by keyboard as well; it is not dragged there. */
export function useMoveTo(
  { form, definition }: PageModel,
  list: ListModel,
  granted: readonly Action[],
  /** Moves a row where the document names the order of rows; else its parent is a field as any other. */
  send: ((move: RowMove) => Promise<boolean>) | null,
  changed: () => void,
): { actions: readonly Action[]; dialog: ReactNode } {
  const { tree } = form
  const [moving, setMoving] = useState<Row | null>(null)
  const model = useMemo(() => ({ form, definition, subs: [], filters: form.list.query }), [form, definition])
  const { mayChange, change } = useFieldChange(model, granted, changed)
  const field = tree ? form.fields.find(({ name }) => name === tree.parent) : undefined
  // Trees of the platform are moved where their own screens say so.
  const isOffered = field !== undefined && form.table !== null
  const actions = useMemo<readonly Action[]>(
    () =>
      field && isOffered
        ? [
            {
              code: 'move_to',
              title: t('移到…'),
              at: ['row'],
              can: ({ records }) => records.every((row) => mayChange(row, [field])),
              run: ({ records }) => setMoving(records[0] ?? null),
            },
          ]
        : [],
    [field, isOffered, mayChange],
  )
  const move = async (row: Row, parent: string): Promise<boolean> => {
    if (!tree) return false
    if (send) return send({ id: String(row.id), from: parentOf(tree, row), parent })
    const isDone = await change(row, { [tree.parent]: parent || tree.root || null }, t('移动成功！'))
    if (isDone && parent) list.tree?.open(parent)
    return isDone
  }
  const dialog = moving ? (
    <MoveToDialog
      form={form}
      row={moving}
      onClose={() => setMoving(null)}
      onMove={(parent) => move(moving, parent)}
    />
  ) : null
  return { actions, dialog }
}
