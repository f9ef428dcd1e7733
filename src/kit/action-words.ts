import { t, texts } from '#schemas/text/text.ts'

/** Built-in actions of the log; those of documents come with their titles. */
const ACTIONS: Readonly<Record<string, string>> = texts({
  add: '新增',
  edit: '编辑',
  delete: '删除',
  batch_edit: '批量编辑',
  batch_delete: '批量删除',
  import: '导入',
  move: '移动',
  restore: '还原',
  revert: '恢复',
  undo: '撤销',
})

interface Done {
  action: string
  /** What the document calls it, where it is one of its own. */
  actionTitle: string | null
  /** Of an undo, the action that it took back. */
  undoes: string | null
}

/** What an operation of the log did, in words. */
export function actionWords({ action, actionTitle, undoes }: Done): string {
  const title = (code: string) => actionTitle ?? ACTIONS[code] ?? code
  return undoes === null ? title(action) : t('撤销“{action}”', { action: title(undoes) })
}
