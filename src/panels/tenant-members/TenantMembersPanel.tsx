import { App, Button, Form, Input, Popconfirm, Switch, Table } from 'antd'
import { useState } from 'react'
import { type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { TenantMember } from '#schemas/api/tenant.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'

const PAGE_SIZE = 10

/** Who belongs to a tenant: added by account, made its administrator, taken out. */
export default function TenantMembersPanel({ records }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const tenantId = String(records[0]?.id ?? '')
  const [pageNo, setPageNo] = useState(1)
  const [username, setUsername] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, save } = useSave()

  const members = useAnswer<PageOf<TenantMember>>('/sys/tenant/getTenantUserList', {
    userTenantId: tenantId,
    pageNo,
    pageSize: PAGE_SIZE,
  })

  /** Sends a change and shows the members as they are then. */
  const change = (path: string, body: object, done: () => void, failed: (text: string) => void) =>
    save(
      async () => {
        const answer = await http.put<Envelope<null>>(path, body)
        resultOf(answer)
        members.reload()
        message.success(answer.message)
        done()
      },
      (error) => failed(error.message),
    )
  const say = (text: string) => void message.error(text)
  const query = (params: Record<string, string>) => new URLSearchParams(params).toString()

  const handleAdd = () => {
    const account = username.trim()
    if (account === '') return setFault(t('请输入用户账号'))
    setFault(null)
    change(
      `/sys/tenant/invitationUserJoin?${query({ ids: tenantId, username: account })}`,
      {},
      () => setUsername(''),
      setFault,
    )
  }

  return (
    <>
      <Form layout="inline" onFinish={handleAdd} style={{ marginBottom: 16, rowGap: 8 }}>
        <Form.Item label={t('用户账号')} validateStatus={fault ? 'error' : ''} help={fault}>
          <Input
            aria-label={t('用户账号')}
            placeholder={t('请输入用户账号')}
            value={username}
            allowClear
            maxLength={100}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('添加成员')}
        </Button>
      </Form>
      <LoadFault of={members} className="shell-gap" />
      <Table<TenantMember>
        rowKey="id"
        size="small"
        loading={members.loading}
        dataSource={members.data?.records ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{
          current: pageNo,
          pageSize: PAGE_SIZE,
          total: members.data?.total ?? 0,
          hideOnSinglePage: true,
          onChange: setPageNo,
        }}
        columns={[
          { title: t('用户账号'), dataIndex: 'username' },
          { title: t('用户姓名'), dataIndex: 'realname' },
          {
            title: t('管理员'),
            dataIndex: 'isAdmin',
            render: (isAdmin: boolean, { id, realname }) => (
              <Switch
                size="small"
                checked={isAdmin}
                disabled={busy}
                aria-label={t('{realname}是管理员', { realname })}
                onChange={(checked) =>
                  change(
                    '/sys/tenant/administrator',
                    { tenantId: Number(tenantId), userId: id, isAdmin: checked },
                    () => undefined,
                    say,
                  )
                }
              />
            ),
          },
          {
            title: t('操作'),
            key: 'actions',
            render: (_, { id, realname }) => (
              <Popconfirm
                title={t('确定将“{realname}”移出该租户？', { realname })}
                onConfirm={() =>
                  change(
                    `/sys/tenant/leaveTenant?${query({ userIds: id, tenantId })}`,
                    {},
                    () => undefined,
                    say,
                  )
                }
              >
                <Button type="link" size="small" danger disabled={busy}>
                  {t('移出')}
                </Button>
              </Popconfirm>
            ),
          },
        ]}
      />
    </>
  )
}
