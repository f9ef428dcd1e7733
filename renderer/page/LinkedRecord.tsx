import { Button, Empty, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { useRecordChanges } from '../data/record-changes.ts'
import { rowSource } from '../data/row-source.ts'
import { useRequest } from '../data/use-request.ts'
import { InlineShell } from '../form/InlineShell.tsx'
import { RecordForm } from '../form/RecordForm.tsx'
import { FaultFace } from '../kit/FaultFace.tsx'
import { Panel } from '../kit/Panel.tsx'
import type { PageModel } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

interface Props {
  model: PageModel
  granted: readonly string[]
  /** The condition that the one record meets. */
  where: Condition
  preset?: Row | undefined
}

/** The one record of a form that belongs to what is chosen beside it: to read, to change, or to begin. */
export function LinkedRecord({ model, granted, where, preset }: Props) {
  const { client } = useRenderer()
  const { form } = model
  const [mode, setMode] = useState<'detail' | 'edit' | 'add'>('detail')
  const found = useRequest(
    async (signal) => {
      const page = await client.list(rowSource(form), { pageNo: 1, pageSize: 1, filter: where }, { signal })
      const id = page.records[0]?.id
      return { id: id === undefined || id === null ? null : String(id) }
    },
    [client, form, where],
  )
  const [turn, setTurn] = useState(0)
  const { reload } = found
  const tell = useRecordChanges(
    useCallback(() => {
      reload()
      setTurn((before) => before + 1)
    }, [reload]),
  )
  const { data, error } = found
  if (error && !data)
    return (
      <Panel>
        <FaultFace
          status={error.status === 403 ? '403' : 'warning'}
          title={error.message}
          extra={<Button onClick={found.reload}>{t('重试')}</Button>}
        />
      </Panel>
    )
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.id === null && mode !== 'add')
    return (
      <Panel>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')}>
          {preset && granted.includes('add') ? (
            <Button type="primary" onClick={() => setMode('add')}>
              {t('新增{title}', { title: form.title })}
            </Button>
          ) : null}
        </Empty>
      </Panel>
    )
  return (
    <Panel>
      <InlineShell>
        <RecordForm
          key={`${data.id} ${mode}`}
          model={model}
          granted={granted}
          mode={mode}
          id={data.id ?? undefined}
          preset={preset}
          turn={turn}
          onClose={mode === 'detail' ? undefined : () => setMode('detail')}
          onSaved={() => {
            setMode('detail')
            found.reload()
            tell()
          }}
          onOpen={(next) => setMode(next === 'edit' ? 'edit' : 'detail')}
        />
      </InlineShell>
    </Panel>
  )
}
