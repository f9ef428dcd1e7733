import { App, Button, Modal, Popconfirm, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useSave } from '#renderer/index.ts'
import type { OwnApiKey } from '#schemas/api/api-key.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { ApiKeyForm } from '../../kit/ApiKeyForm.tsx'
import { useDevice } from '../../kit/device.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'

/** The own keys for other systems. */
export function KeysPart() {
  const { http } = useServices()
  const { message } = App.useApp()
  const [isMaking, setMaking] = useState(false)
  const { busy, save } = useSave()
  const isNarrow = useDevice() === 'mobile'
  const keys = useAnswer<readonly OwnApiKey[]>('/sys/apiKey/own')
  const handleRevoke = (id: string) =>
    save(
      async () => {
        const answer = await http.post<Envelope<null>>('/sys/apiKey/revoke', { id }, { quiet: true })
        resultOf(answer)
        keys.reload()
        message.success(answer.message)
      },
      (error) => void message.error(error.message),
    )
  return (
    <>
      <Typography.Paragraph>
        {t('其他系统用密钥调用本系统的接口，以您的身份且只有所选的权限。')}
      </Typography.Paragraph>
      <Button type="primary" onClick={() => setMaking(true)} style={{ marginBottom: 16 }}>
        {t('新建密钥')}
      </Button>
      <LoadFault of={keys} className="shell-gap" />
      <Table<OwnApiKey>
        rowKey="id"
        size="small"
        loading={keys.loading}
        dataSource={[...(keys.data ?? [])]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        columns={[
          {
            title: t('名称'),
            dataIndex: 'keyName',
            render: (name: string, { keyHint, endDate }) =>
              isNarrow ? (
                <>
                  {name}
                  <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
                    {keyHint}…
                    <br />
                    {t('截止 {date}', { date: endDate })}
                  </Typography.Paragraph>
                </>
              ) : (
                name
              ),
          },
          // A phone has no room for them: what matters of them stands under the name.
          ...(isNarrow
            ? []
            : [
                { title: t('密钥开头'), dataIndex: 'keyHint', render: (hint: string) => `${hint}…` },
                { title: t('截止日期'), dataIndex: 'endDate' },
                {
                  title: t('最近使用'),
                  dataIndex: 'lastUsed',
                  render: (at: string | null) => at ?? t('未使用'),
                },
              ]),
          {
            title: t('状态'),
            dataIndex: 'status',
            render: (status: string) =>
              status === '1' ? <Tag color="green">{t('有效')}</Tag> : <Tag>{t('已撤销')}</Tag>,
          },
          {
            title: t('操作'),
            key: 'actions',
            render: (_, { id, keyName, status }) =>
              status === '1' && (
                <Popconfirm
                  title={t('撤销后立即失效，确定撤销？')}
                  okText={t('确定')}
                  cancelText={t('取消')}
                  onConfirm={() => handleRevoke(id)}
                >
                  <Button
                    type="link"
                    size="small"
                    danger
                    disabled={busy}
                    aria-label={t('撤销 {keyName}', { keyName })}
                  >
                    {t('撤销')}
                  </Button>
                </Popconfirm>
              ),
          },
        ]}
      />
      <Modal
        open={isMaking}
        title={t('新建密钥')}
        footer={null}
        destroyOnHidden
        onCancel={() => setMaking(false)}
      >
        <ApiKeyForm
          onClose={() => setMaking(false)}
          onMade={() => {
            setMaking(false)
            keys.reload()
          }}
        />
      </Modal>
    </>
  )
}
