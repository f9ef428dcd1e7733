import { App, Button, Flex, Result } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { StagedFile } from '#schemas/api/import-workbench.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { undoProgress } from '../actions/use-tell-done.tsx'
import type { StagedFiles } from '../data/staged-files.ts'
import { asRequestError } from '../data/use-request.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useRestFile } from './use-rest-file.ts'

interface Props {
  staged: StagedFiles
  form: CompiledForm
  file: StagedFile
  onChanged(): void
  onMore(): void
  onClose(): void
}

/** Says what was taken in; hands the rest back, and takes all of it back. */
export function DoneStep({ staged, form, file, onChanged, onMore, onClose }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const [state, setState] = useState<'kept' | 'undoing' | 'undone'>('kept')
  const [progress, setProgress] = useState<string | null>(null)
  const handOver = useRestFile(staged, form.code, file)
  const changed = useRef(onChanged)
  changed.current = onChanged
  useEffect(() => changed.current(), [])
  const { operation = null, added = 0, changed: altered = 0, refused = 0 } = file.outcome ?? {}

  async function undo() {
    if (operation === null) return
    setState('undoing')
    try {
      const answer = await client.undo?.(operation, { onProgress: (at) => setProgress(undoProgress(at)) })
      setState('undone')
      if (answer) void message.success(answer.message)
      onChanged()
    } catch (caught) {
      const error = asRequestError(caught)
      setState('kept')
      if (!error.announced) void message.error(error.message)
    } finally {
      setProgress(null)
    }
  }

  const mayUndo = operation !== null && client.undo !== undefined && form.table !== null
  const title = t('导入完成：新增 {added} 行，更新 {altered} 行', { added, altered })
  return (
    <Result
      status={refused > 0 ? 'warning' : 'success'}
      title={<span role="status">{state === 'undone' ? t('已撤销本次导入') : title}</span>}
      subTitle={progress ?? (refused > 0 ? t('{refused} 行有问题，没有导入', { refused }) : null)}
      extra={
        <Flex justify="center" gap={8} wrap>
          {refused > 0 ? (
            <Button type="primary" onClick={() => void handOver()}>
              {t('下载有问题的行')}
            </Button>
          ) : null}
          {mayUndo && state !== 'undone' ? (
            <Button loading={state === 'undoing'} onClick={() => void undo()}>
              {t('撤销本次导入')}
            </Button>
          ) : null}
          <Button onClick={onMore}>{t('导入其他文件')}</Button>
          <Button onClick={onClose}>{t('关闭')}</Button>
        </Flex>
      }
    />
  )
}
