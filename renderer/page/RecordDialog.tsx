import { Modal, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { PageDictsContext } from '../data/page-dicts.ts'
import { useRequest } from '../data/use-request.ts'
import { DETAIL_WIDTH, FormDialog } from '../form/FormDialog.tsx'
import { FaultFace } from '../kit/FaultFace.tsx'
import { formPage, pageModel } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

interface Props {
  /** Code of the form document. */
  code: string
  /** Record to show. */
  id: string
  onClose(): void
}

/** One record of a form outside of its list: to read and, with the right to, to edit. */
export function RecordDialog({ code, id, onClose }: Props) {
  const { client } = useRenderer()
  const [mode, setMode] = useState<'detail' | 'edit'>('detail')
  const definition = useRequest(
    async (signal) => formPage(await client.page(code, { signal })),
    [client, code],
  )
  const model = useMemo(() => (definition.data ? pageModel(definition.data) : null), [definition.data])
  if (model)
    return (
      <PageDictsContext value={model.definition.dicts}>
        <FormDialog
          key={mode}
          model={model}
          granted={model.definition.access.actions}
          mode={mode}
          id={id}
          onClose={onClose}
          onSaved={onClose}
          onOpen={() => setMode('edit')}
        />
      </PageDictsContext>
    )
  const { error } = definition
  return (
    <Modal open onCancel={onClose} footer={null} width={DETAIL_WIDTH}>
      {error ? (
        <FaultFace
          status={error.status === 403 ? '403' : error.status === 404 ? '404' : 'error'}
          title={error.status === 403 ? t('您没有访问该页面的权限') : error.message}
          subTitle={error.requestId ? t('请求编号：{requestId}', { requestId: error.requestId }) : undefined}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}
