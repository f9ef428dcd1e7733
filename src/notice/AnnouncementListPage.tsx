import { App, Button, Flex, Input, Popconfirm, Select, Table, Tag } from 'antd'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RequestError, useRequest } from '#renderer/index.ts'
import type { Announcement } from '#schemas/api/announcement.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import { resultOf } from '../api/http.ts'
import { rightsAtom } from '../session/atoms.ts'
import { showsElement } from '../session/permissions.ts'
import { lazyNamed } from '../shell/load-chunk.ts'
import { PageContent } from '../shell/PageContent.tsx'
import { useServices } from '../shell/services.ts'
import { text } from '../text/zh-CN.ts'
import { PAGE_SIZES, usePaging } from './list-paging.ts'
import './notice.css'
import { priorityTag } from './priority.ts'

const AnnouncementForm = lazyNamed(() => import('./AnnouncementForm.tsx'), 'AnnouncementForm')
const NoticeDialog = lazyNamed(() => import('./NoticeDialog.tsx'), 'NoticeDialog')

type Opened =
  | { kind: 'form'; announcement: Announcement | null }
  | { kind: 'preview'; announcement: Announcement }

/** Announcements for those who write them. */
export default function AnnouncementListPage() {
  const { http } = useServices()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const rights = useAtomValue(rightsAtom)
  const may = (action: string) =>
    rights !== null && showsElement(`system:announcement:${action}`, rights.auth, rights.allAuth)
  const [filter, setFilter] = useState({ titile: '', sendStatus: '' })
  const [opened, setOpened] = useState<Opened | null>(null)
  const paging = usePaging()
  const { data, loading, error, reload } = useRequest(
    async (signal) =>
      resultOf(
        await http.get<Envelope<PageOf<Announcement>>>(
          '/sys/annountCement/list',
          { ...filter, pageNo: paging.pageNo, pageSize: paging.pageSize },
          { signal },
        ),
      ),
    [filter, paging.pageNo, paging.pageSize],
  )
  const words = text.notice.manage

  async function run(call: () => Promise<Envelope<unknown>>) {
    try {
      const answer = await call()
      resultOf(answer)
      void message.success(answer.message)
    } catch (failure) {
      // Announced by the client unless it was an expected refusal.
      if (failure instanceof RequestError && !failure.announced) void message.warning(failure.message)
    } finally {
      reload()
    }
  }
  const change = (params: Partial<typeof filter>) => {
    setFilter((before) => ({ ...before, ...params }))
    paging.first()
  }

  return (
    <PageContent title={words.title} description={words.description}>
      <Flex wrap gap="small" className="notice-filter">
        <Input.Search
          aria-label={words.titile}
          placeholder={words.titile}
          allowClear
          onSearch={(value) => change({ titile: value.trim() })}
        />
        <Select
          aria-label={words.state}
          value={filter.sendStatus}
          onChange={(sendStatus) => change({ sendStatus })}
          options={[
            { value: '', label: text.notice.mine.all },
            ...Object.entries(words.states).map(([value, label]) => ({ value, label })),
          ]}
        />
        {may('add') && (
          <Flex flex="none">
            <Button type="primary" onClick={() => setOpened({ kind: 'form', announcement: null })}>
              {words.add}
            </Button>
          </Flex>
        )}
      </Flex>
      <Table<Announcement>
        rowKey="id"
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
          showTotal: (total, [from, to]) => text.notice.mine.total(from, to, total),
          onChange: paging.change,
        }}
        columns={[
          { title: words.titile, dataIndex: 'titile' },
          { title: words.kind, dataIndex: 'msgCategory_dictText' },
          {
            title: words.priority,
            dataIndex: 'priority',
            render: (priority: string) => {
              const tag = priorityTag(priority)
              return <Tag color={tag.color}>{tag.label}</Tag>
            },
          },
          { title: words.target, dataIndex: 'msgType_dictText' },
          { title: words.state, dataIndex: 'sendStatus_dictText' },
          { title: text.notice.sendTime, dataIndex: 'sendTime' },
          {
            title: text.notice.mine.action,
            key: 'action',
            fixed: 'end',
            render: (_, announcement) => (
              <RowActions
                announcement={announcement}
                may={may}
                onOpen={setOpened}
                onRun={(path, isDelete) =>
                  run(() =>
                    isDelete
                      ? http.delete(`/sys/annountCement/${path}`, { id: announcement.id })
                      : http.get(`/sys/annountCement/${path}`, { id: announcement.id }),
                  )
                }
              />
            ),
          },
        ]}
      />
      <Suspense>
        {opened?.kind === 'form' && (
          <AnnouncementForm
            announcement={opened.announcement}
            onClose={() => setOpened(null)}
            onSaved={() => {
              void message.success(words.saved)
              reload()
            }}
          />
        )}
        {opened?.kind === 'preview' && (
          <NoticeDialog
            notice={opened.announcement}
            onGo={(target) => {
              if (target.kind === 'page') void navigate(target.path)
              else if (target.kind === 'web') window.open(target.url, '_blank', 'noopener,noreferrer')
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </PageContent>
  )
}

interface RowActionsProps {
  announcement: Announcement
  may(action: string): boolean
  onOpen(opened: Opened): void
  onRun(path: string, isDelete?: boolean): Promise<void>
}

/** What may be done with one announcement: a published one is withdrawn before it is edited. */
function RowActions({ announcement, may, onOpen, onRun }: RowActionsProps) {
  const words = text.notice.manage
  const isPublished = announcement.sendStatus === '1'
  const ask = (title: string, label: string, path: string, isDelete = false) => (
    <Popconfirm
      title={title}
      okText={text.confirm}
      cancelText={text.cancel}
      onConfirm={() => onRun(path, isDelete)}
    >
      <Button type="link" size="small" danger={isDelete}>
        {label}
      </Button>
    </Popconfirm>
  )
  return (
    <Flex>
      <Button type="link" size="small" onClick={() => onOpen({ kind: 'preview', announcement })}>
        {words.preview}
      </Button>
      {may('edit') && !isPublished && (
        <Button type="link" size="small" onClick={() => onOpen({ kind: 'form', announcement })}>
          {words.edit}
        </Button>
      )}
      {may('publish') &&
        (isPublished
          ? ask(words.withdrawQuestion, words.withdraw, 'doReovkeData')
          : ask(words.publishQuestion, words.publish, 'doReleaseData'))}
      {may('delete') && ask(words.removeQuestion, words.remove, 'delete', true)}
    </Flex>
  )
}
