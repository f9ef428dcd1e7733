import { App } from 'antd'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { Action } from '../../actions/action.ts'
import { useTellDone } from '../../actions/use-tell-done.tsx'
import type { RowMove } from '../../data/data-client.ts'
import { asRequestError } from '../../data/use-request.ts'
import { type DropZone, dropAt, findRow, stepBy } from '../../model/row-moves.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import type { ListModel } from '../use-list.ts'

/** Rows that are put in order by hand. */
export interface RowMoves {
  /** Whether the user may move the row. */
  mayMove(row: Row): boolean
  /** Whether letting a row go there changes anything. */
  fits(id: string, target: string, zone: DropZone): boolean
  /** Moves a row; asks first where it comes below another parent. */
  drop(id: string, target: string, zone: DropZone): void
}

/** Moves rows of a tree whose document names their order; null where there is none, or it is not what the list shows. */
export function useRowMoves(
  form: CompiledForm,
  list: ListModel,
  granted: readonly Action[],
  changed: () => void,
): {
  moves: RowMoves | null
  actions: readonly Action[]
  /** Moves a row and says so; false where that was refused. Null where the document names no order. */
  send: ((move: RowMove) => Promise<boolean>) | null
} {
  const { client, user } = useRenderer()
  const { message, modal } = App.useApp()
  const tellDone = useTellDone()
  const { tree } = form
  const { order } = form.list
  const edit = granted.find(({ code }) => code === 'edit')
  const isOrdered = order !== null && form.fields.some(({ name, readOnly }) => name === order && !readOnly)
  const isOffered = tree !== null && isOrdered && edit !== undefined && client.move !== undefined
  // A search answers rows of all levels, another order other neighbours.
  const isInOrder = list.tree !== null && list.state.sort.length === 0
  const latest = useRef({ rows: list.rows ?? [], open: list.tree?.open, reload: list.reload, isInOrder })
  latest.current = { rows: list.rows ?? [], open: list.tree?.open, reload: list.reload, isInOrder }
  const moved = useFocusOnMoved(list.rows)

  const send = useCallback(
    async (move: RowMove) => {
      let operation: string | null = null
      try {
        await client.move?.(form.code, move, { onDone: (name) => (operation = name) })
        tellDone(form, t('移动成功！'), operation, changed)
        if (move.parent !== move.from && move.parent) latest.current.open?.(move.parent)
        moved.current = move.id
        changed()
        return true
      } catch (caught) {
        const error = asRequestError(caught)
        if (!error.announced) message.error(error.message)
        // What is shown may be older than what the others made of it.
        latest.current.reload()
        return false
      }
    },
    [client, form, message, tellDone, changed, moved],
  )

  const moves = useMemo<RowMoves | null>(() => {
    if (!isOffered || !tree) return null
    const nameOf = (id: string) => String(findRow(latest.current.rows, id)?.row[tree.label] ?? '')
    return {
      mayMove: (row) => edit.can({ form, records: [row], user }),
      fits: (id, target, zone) => dropAt(tree, latest.current.rows, id, target, zone) !== null,
      drop(id, target, zone) {
        const move = dropAt(tree, latest.current.rows, id, target, zone)
        if (!move) return
        if (move.parent === move.from) return void send(move)
        const names = { name: nameOf(id), parent: nameOf(move.parent) }
        modal.confirm({
          title: move.parent
            ? t('确定将“{name}”移到“{parent}”下？', names)
            : t('确定将“{name}”移到最上级？', names),
          okText: t('移动'),
          cancelText: t('取消'),
          onOk: async () => void (await send(move)),
        })
      },
    }
  }, [isOffered, tree, edit, form, user, modal, send])

  const actions = useMemo<readonly Action[]>(() => {
    if (!moves || !tree) return []
    const step = (code: string, title: string, by: -1 | 1): Action => {
      const stepOf = ([row]: readonly Row[]) => row && stepBy(tree, latest.current.rows, String(row.id), by)
      return {
        code,
        title,
        at: ['row'],
        can: ({ records }) =>
          latest.current.isInOrder && records.every(moves.mayMove) && Boolean(stepOf(records)),
        run: async ({ records }) => {
          const move = stepOf(records)
          if (move) await send(move)
        },
      }
    }
    return [step('move_up', t('上移'), -1), step('move_down', t('下移'), 1)]
  }, [moves, tree, send])
  return { moves: isInOrder ? moves : null, actions, send: isOffered ? send : null }
}

/** A row that is put elsewhere in the page loses the keyboard: it comes back to the row's menu. */
function useFocusOnMoved(rows: readonly Row[] | null) {
  const moved = useRef<string | null>(null)
  // Once its level stands in its new order, which may be after other levels were loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const { current: id } = moved
    if (id === null) return
    const row = document.querySelector(`[data-row-key="${CSS.escape(id)}"]`)
    const { activeElement } = document
    if (activeElement === document.body) row?.querySelector<HTMLElement>('.expo-row-more')?.focus()
    else if (!row?.contains(activeElement)) moved.current = null
  }, [rows])
  return moved
}
