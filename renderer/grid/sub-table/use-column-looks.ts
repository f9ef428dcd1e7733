import { useCallback, useLayoutEffect } from 'react'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { type ColumnLooks, readLooks } from '../core/features/column-looks.ts'
import type { GridController } from '../core/grid-controller.types.ts'

/** How this user sees the columns of a sub table on a page: kept in the browser, as other looks are. Answers what keeps them. */
export function useKeptLooks(page: string, form: string) {
  const { looks } = useRenderer()
  const name = `COLUMNS_${page}_${form}`
  return {
    keep: useCallback((next: ColumnLooks) => looks?.set(name, JSON.stringify(next)), [looks, name]),
    read: useCallback(() => readLooks(looks?.get(name) ?? null), [looks, name]),
  }
}

/** Begins a grid with them, before it is drawn. */
export function useBeginWithLooks(controller: GridController, read: () => ColumnLooks): void {
  useLayoutEffect(() => controller.looks.begin(read()), [controller, read])
}
