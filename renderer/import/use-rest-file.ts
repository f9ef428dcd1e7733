import { App } from 'antd'
import type { StagedFile } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import type { ImportBench } from '../data/import-bench.ts'
import { handOverFile } from '../kit/hand-over-file.ts'

/** Hands over the lines of a file that something is wrong with, with the reasons. */
export function useRestFile(
  bench: ImportBench,
  form: string,
  { id, name }: StagedFile,
): () => Promise<boolean> {
  const { message } = App.useApp()
  return () =>
    handOverFile(
      bench.rest(form, id),
      `${name.replace(/\.[^.]*$/, '')}-${t('导入错误')}.xlsx`,
      (text) => void message.warning(text),
    )
}
