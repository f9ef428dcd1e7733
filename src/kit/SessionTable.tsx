import { App, Button, Popconfirm, Space, Table, Tag, Typography } from 'antd'
import { useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { UserSession } from '#schemas/api/personal.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../api/http.ts'
import { useDevice } from './device.ts'
import { LoadFault } from './LoadFault.tsx'
import { useAnswer } from './use-answer.ts'

interface SessionTableProps {
  /** Address of the list. */
  list: string
  /** Ends the named sessions, or all but the own one. */
  end(ids?: readonly string[]): Promise<Envelope<null>>
  /** What ending all of them is called. */
  allLabel: string
}

/** The open sessions of a user: where, since when, and how to end them. */
export function SessionTable({ list, end, allLabel }: SessionTableProps) {
  const { message } = App.useApp()
  const sessions = useAnswer<readonly UserSession[]>(list)
  const { busy, save } = useSave()
  const isNarrow = useDevice() === 'mobile'
  const rows = sessions.data ?? []

  const handleEnd = (ids?: readonly string[]) =>
    save(
      async () => {
        const answer = await end(ids)
        resultOf(answer)
        sessions.reload()
        message.success(answer.message)
      },
      (error) => void message.error(error.message),
    )

  const others = rows.filter(({ isOwn }) => !isOwn)
  return (
    <>
      <Space style={{ marginBottom: 16 }}>
        <Popconfirm
          title={t('确定{allLabel}？', { allLabel })}
          okText={t('确定')}
          cancelText={t('取消')}
          onConfirm={() => handleEnd()}
          disabled={others.length === 0}
        >
          <Button danger disabled={others.length === 0} loading={busy}>
            {allLabel}
          </Button>
        </Popconfirm>
      </Space>
      <LoadFault of={sessions} className="shell-gap" />
      <Table<UserSession>
        rowKey="id"
        size="small"
        loading={sessions.loading}
        dataSource={[...rows]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        columns={[
          {
            title: t('设备'),
            dataIndex: 'device',
            render: (device: string, { isOwn, address, seenAt }) => (
              <>
                <Space wrap>
                  {device}
                  {isOwn && <Tag color="blue">{t('当前会话')}</Tag>}
                </Space>
                {isNarrow && (
                  <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
                    {address}
                    <br />
                    {t('最近操作：{time}', { time: seenAt })}
                  </Typography.Paragraph>
                )}
              </>
            ),
          },
          // A phone has no room for them: they stand under the device.
          ...(isNarrow
            ? []
            : [
                { title: t('登录地址'), dataIndex: 'address' },
                { title: t('登录时间'), dataIndex: 'signedInAt' },
                { title: t('最近操作'), dataIndex: 'seenAt' },
              ]),
          {
            title: t('操作'),
            key: 'actions',
            render: (_, { id, isOwn, device }) =>
              isOwn ? null : (
                <Popconfirm
                  title={t('确定让该设备退出登录？')}
                  okText={t('确定')}
                  cancelText={t('取消')}
                  onConfirm={() => handleEnd([id])}
                >
                  <Button
                    type="link"
                    size="small"
                    danger
                    disabled={busy}
                    aria-label={t('退出 {device}', { device })}
                  >
                    {t('退出')}
                  </Button>
                </Popconfirm>
              ),
          },
        ]}
      />
    </>
  )
}
