import { App, Button, Popconfirm, Space, Table } from 'antd'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { DeletedDict } from '#schemas/api/dict.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'

/** Deleted dictionaries, to be restored with their items or deleted for good. */
export default function DictRecyclePanel({ changed, close }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  const deleted = useAnswer<DeletedDict[]>('/sys/dict/deleteList')
  const change = (work: () => Promise<Envelope<unknown>>) =>
    save(
      async () => {
        const answer = await work()
        resultOf(answer)
        message.success(answer.message)
        deleted.reload()
        changed()
      },
      () => undefined,
    )
  return (
    <>
      <LoadFault of={deleted} />
      <Table<DeletedDict>
        size="small"
        rowKey="id"
        loading={deleted.loading}
        dataSource={deleted.data ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('回收站是空的') }}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        columns={[
          { title: t('字典名称'), dataIndex: 'dictName' },
          { title: t('字典编码'), dataIndex: 'dictCode' },
          { title: t('描述'), dataIndex: 'description' },
          {
            title: t('操作'),
            key: 'do',
            render: (_, { id, dictName }) => (
              <Space>
                <Button
                  type="link"
                  size="small"
                  disabled={busy}
                  onClick={() => change(() => http.put(`/sys/dict/back/${encodeURIComponent(id)}`))}
                >
                  {t('还原')}
                </Button>
                <Popconfirm
                  title={t('彻底删除字典“{dictName}”及其字典项？', { dictName })}
                  okText={t('彻底删除')}
                  cancelText={t('取消')}
                  okButtonProps={{ danger: true }}
                  onConfirm={() =>
                    change(() => http.delete(`/sys/dict/deletePhysic/${encodeURIComponent(id)}`))
                  }
                >
                  <Button type="link" size="small" danger disabled={busy}>
                    {t('彻底删除')}
                  </Button>
                </Popconfirm>
              </Space>
            ),
          },
        ]}
      />
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
      </PanelFooter>
    </>
  )
}
