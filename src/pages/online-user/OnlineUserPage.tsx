import { App, Button, Input, Popconfirm, Table, Tag } from 'antd'
import { useState } from 'react'
import { useRequest } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { OnlineUser } from '#schemas/api/sign-in.ts'
import { resultOf } from '../../api/http.ts'
import { Guarded } from '../../shell/Guarded.tsx'
import { PageContent } from '../../shell/PageContent.tsx'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'

/** Who is signed in; a session can be ended here. */
export default function OnlineUserPage() {
  const { http } = useServices()
  const { message } = App.useApp()
  const [name, setName] = useState('')
  const [{ pageNo, pageSize }, setPage] = useState({ pageNo: 1, pageSize: 10 })
  const { data, loading, error, reload } = useRequest(
    async (signal) =>
      resultOf(
        await http.get<Envelope<PageOf<OnlineUser>>>(
          '/sys/online/list',
          { username: name, pageNo, pageSize },
          { signal },
        ),
      ),
    [name, pageNo, pageSize],
  )

  async function handleForceOut(user: OnlineUser) {
    try {
      resultOf(await http.post<Envelope<null>>('/sys/online/forceLogout', { token: user.token }))
      void message.success(text.onlineUsers.done)
    } finally {
      // Refused because he has gone already: the list is old either way.
      reload()
    }
  }

  const words = text.onlineUsers
  const { columns } = words
  return (
    <PageContent title={words.title} description={words.description}>
      <Input.Search
        aria-label={words.search}
        placeholder={words.search}
        allowClear
        style={{ maxWidth: 280, marginBottom: 16 }}
        onSearch={(value) => {
          setPage((page) => ({ ...page, pageNo: 1 }))
          setName(value.trim())
        }}
      />
      <Table<OnlineUser>
        rowKey="token"
        size="middle"
        loading={loading}
        dataSource={data?.records ?? []}
        scroll={{ x: 'max-content' }}
        {...(error ? { locale: { emptyText: error.message } } : {})}
        pagination={{
          current: pageNo,
          pageSize,
          total: data?.total ?? 0,
          showSizeChanger: true,
          showTotal: words.total,
          onChange: (next, size) => setPage({ pageNo: next, pageSize: size }),
        }}
        columns={[
          { title: columns.username, dataIndex: 'username' },
          { title: columns.realname, dataIndex: 'realname' },
          { title: columns.phone, dataIndex: 'phone' },
          { title: columns.address, dataIndex: 'address' },
          { title: columns.signedInAt, dataIndex: 'signedInAt' },
          { title: columns.seenAt, dataIndex: 'seenAt' },
          {
            title: columns.action,
            key: 'action',
            fixed: 'end',
            render: (_, user) =>
              user.isOwn ? (
                <Tag>{words.own}</Tag>
              ) : (
                <Guarded action="system:online:forceLogout">
                  <Popconfirm
                    title={words.question(user.realname)}
                    okText={text.confirm}
                    cancelText={text.cancel}
                    onConfirm={() => handleForceOut(user)}
                  >
                    <Button type="link" danger size="small">
                      {words.forceOut}
                    </Button>
                  </Popconfirm>
                </Guarded>
              ),
          },
        ]}
      />
    </PageContent>
  )
}
