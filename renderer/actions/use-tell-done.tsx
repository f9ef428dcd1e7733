import { App, Button } from 'antd'
import { useCallback } from 'react'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { UndoProgress } from '../data/data-client.ts'
import { asRequestError } from '../data/use-request.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** How long a change can be taken back where it was made (s); later it stands in the list of one's operations. */
const OFFERED_S = 10

/** How far a change of many records is taken back. */
export function undoProgress({ done, total }: Parameters<UndoProgress>[0]): string {
  return t('正在撤销：{done} / {total} 条，可以离开本页', { done, total })
}

export type TellDone = (
  form: Pick<CompiledForm, 'table'>,
  text: string,
  operation: string | null,
  /** What is shown is loaded again after the change was taken back. */
  onUndone: () => void,
) => void

/** Says that a change was made, and offers to take it back. */
export function useTellDone(): TellDone {
  const { client } = useRenderer()
  const { message } = App.useApp()
  return useCallback(
    (form, text, operation, onUndone) => {
      // Data of the platform itself is taken back elsewhere.
      if (operation === null || !client.undo || form.table === null) return void message.success(text)
      const undo = async () => {
        message.destroy(operation)
        try {
          const answer = await client.undo?.(operation, {
            onProgress: (at) =>
              message.open({
                key: `undo-${operation}`,
                type: 'loading',
                duration: 0,
                content: undoProgress(at),
              }),
          })
          message.destroy(`undo-${operation}`)
          if (answer) message.success(answer.message)
          onUndone()
        } catch (caught) {
          message.destroy(`undo-${operation}`)
          const error = asRequestError(caught)
          if (!error.announced) message.error(error.message)
        }
      }
      message.success({
        key: operation,
        duration: OFFERED_S,
        content: (
          <>
            <span role="status">{text}</span>
            <Button type="link" size="small" onClick={() => void undo()}>
              {t('撤销')}
            </Button>
          </>
        ),
      })
    },
    [client, message],
  )
}
