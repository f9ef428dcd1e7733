import { App } from 'antd'
import type { StagedFile } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { handOverFile } from '../kit/hand-over-file.ts'

/** Hands over the lines of a file that something is wrong with, with the reasons. */
export function useRestFile(
  staged: StagedFiles,
  form: string,
  { id, name }: StagedFile,
): () => Promise<boolean> {
  const { message } = App.useApp()
  return () =>
    handOverFile(
      staged.rest(form, id),
      `${name.replace(/\.[^.]*$/, '')}-${t('导入错误')}.xlsx`,
      (text) => void message.warning(text),
    )
}
