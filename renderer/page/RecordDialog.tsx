import { Modal, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { PageDictsContext } from '../data/page-dicts.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useRequest } from '../data/use-request.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { FaultFace } from './FaultFace.tsx'
import { pageModel } from './page-model.ts'

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
  const definition = useRequest((signal) => client.page(code, { signal }), [client, code])
  const model = useMemo(() => (definition.data ? pageModel(definition.data) : null), [definition.data])
  if (model)
    return (
      <PageDictsContext value={model.definition.dicts}>
        <FormDialog
          key={mode}
          model={model}
          mode={mode}
          id={id}
          onClose={onClose}
          onSaved={onClose}
          onEdit={() => setMode('edit')}
        />
      </PageDictsContext>
    )
  const { error } = definition
  return (
    <Modal open onCancel={onClose} footer={null} width={720}>
      {error ? (
        <FaultFace
          status={error.status === 403 ? '403' : error.status === 404 ? '404' : 'error'}
          title={error.status === 403 ? '您没有访问该页面的权限' : error.message}
          subTitle={error.requestId ? `请求编号：${error.requestId}` : undefined}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}
