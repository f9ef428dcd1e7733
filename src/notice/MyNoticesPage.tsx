import { App, Button, Flex, Input, Popconfirm, Select, Table, Tag } from 'antd'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useRequest } from '#renderer/index.ts'
import type { Notice } from '#schemas/api/announcement.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import { resultOf } from '../api/http.ts'
import { PageContent } from '../shell/PageContent.tsx'
import { useServices } from '../shell/services.ts'
import { text } from '../text/zh-CN.ts'
import { PAGE_SIZES, usePaging } from './list-paging.ts'
import './notice.css'
import { noticeTurnAtom } from './notice-atoms.ts'
import { priorityTag } from './priority.ts'
import { reloadBell } from './use-notices.ts'
import { useOpenNotice } from './use-open-notice.tsx'

const NO_FILTER = { titile: '', sender: '', readFlag: '' }

/** Everything that was sent to the user, read and unread. */
export default function MyNoticesPage() {
  const { http } = useServices()
  const { message } = App.useApp()
  const [turn, setTurn] = useAtom(noticeTurnAtom)
  const [typed, setTyped] = useState(NO_FILTER)
  const [filter, setFilter] = useState(NO_FILTER)
  const paging = usePaging()
  const { open, dialog } = useOpenNotice()
  const { data, loading, error } = useRequest(
    async (signal) =>
      resultOf(
        await http.get<Envelope<PageOf<Notice>>>(
          '/sys/sysAnnouncementSend/getMyAnnouncementSend',
          { ...filter, pageNo: paging.pageNo, pageSize: paging.pageSize },
          { signal },
        ),
      ),
    [filter, paging.pageNo, paging.pageSize, turn],
  )
  const words = text.notice.mine

  function search(next: typeof NO_FILTER) {
    setTyped(next)
    setFilter(next)
    paging.first()
  }
  async function handleReadAll() {
    resultOf(await http.put<Envelope<number>>('/sys/sysAnnouncementSend/readAll'))
    setTurn((before) => before + 1)
    reloadBell()
    void message.success(words.readAllDone)
  }

  return (
    <PageContent title={words.title} description={words.description}>
      <Flex wrap gap="small" className="notice-filter">
        <Input
          aria-label={words.titile}
          placeholder={words.titile}
          allowClear
          value={typed.titile}
          onChange={(event) => setTyped({ ...typed, titile: event.target.value })}
          onPressEnter={() => search(typed)}
        />
        <Input
          aria-label={words.sender}
          placeholder={words.sender}
          allowClear
          value={typed.sender}
          onChange={(event) => setTyped({ ...typed, sender: event.target.value })}
          onPressEnter={() => search(typed)}
        />
        <Select
          aria-label={words.state}
          value={typed.readFlag}
          onChange={(readFlag) => search({ ...typed, readFlag })}
          options={[
            { value: '', label: words.all },
            { value: '0', label: words.unread },
            { value: '1', label: words.read },
          ]}
        />
        <Flex gap="small" flex="none">
          <Button type="primary" onClick={() => search(typed)}>
            {words.search}
          </Button>
          <Button onClick={() => search(NO_FILTER)}>{words.reset}</Button>
          <Popconfirm
            title={words.readAllQuestion}
            okText={text.confirm}
            cancelText={text.cancel}
            onConfirm={handleReadAll}
          >
            <Button>{words.readAll}</Button>
          </Popconfirm>
        </Flex>
      </Flex>
      <Table<Notice>
        rowKey="anntId"
        size="middle"
        loading={loading}
        dataSource={data?.records ?? []}
        scroll={{ x: 'max-content' }}
        {...(error ? { locale: { emptyText: error.message } } : {})}
        pagination={{
          current: paging.pageNo,
          pageSize: paging.pageSize,
          total: data?.total ?? 0,
          showSizeChanger: true,
          showQuickJumper: true,
          pageSizeOptions: PAGE_SIZES,
          showTotal: (total, [from, to]) => words.total(from, to, total),
          onChange: paging.change,
        }}
        columns={[
          {
            title: words.titile,
            dataIndex: 'titile',
            render: (titile: string, notice) => (
              <Button
                type="link"
                size="small"
                className={`notice-link${notice.readFlag === '1' ? '' : ' notice-unread'}`}
                onClick={() => open(notice)}
              >
                {titile}
              </Button>
            ),
          },
          {
            title: words.kind,
            dataIndex: 'msgCategory',
            render: (kind: string) => (kind === '2' ? text.notice.messages : text.notice.announcements),
          },
          {
            title: words.priority,
            dataIndex: 'priority',
            render: (priority: string) => {
              const tag = priorityTag(priority)
              return <Tag color={tag.color}>{tag.label}</Tag>
            },
          },
          { title: words.sender, dataIndex: 'sender_dictText' },
          { title: words.sendTime, dataIndex: 'sendTime' },
          {
            title: words.state,
            dataIndex: 'readFlag',
            render: (flag: string) => (flag === '1' ? words.read : words.unread),
          },
        ]}
      />
      {dialog}
    </PageContent>
  )
}
