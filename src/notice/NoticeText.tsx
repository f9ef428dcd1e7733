import { Empty, Flex, Skeleton, Tag, Typography } from 'antd'
import { Suspense } from 'react'
import { RichText } from '#renderer/index.ts'
import type { Notice } from '#schemas/api/announcement.ts'
import { text } from '../text/zh-CN.ts'
import './notice.css'
import { priorityTag } from './priority.ts'

/** What is read of an announcement, whoever answered it. */
export type ReadNotice = Pick<Notice, 'titile' | 'msgContent' | 'priority' | 'openType' | 'openPage'> &
  Partial<Pick<Notice, 'msgAbstract' | 'sendTime' | 'sender' | 'sender_dictText' | 'busId' | 'readFlag'>> & {
    senderName?: string | null
  }

/** An announcement as its readers see it: how urgent it is, by whom and when, and the text. */
export function NoticeText({ notice }: { notice: ReadNotice }) {
  const words = text.notice
  const tag = priorityTag(notice.priority)
  const content = notice.msgContent || notice.msgAbstract || ''
  const sender = notice.senderName || notice.sender_dictText || notice.sender
  return (
    <>
      <Flex wrap gap="small" className="notice-facts">
        <Tag color={tag.color}>{tag.label}</Tag>
        {sender && <Typography.Text type="secondary">{words.sender(sender)}</Typography.Text>}
        {notice.sendTime && (
          <Typography.Text type="secondary">{words.sendTime(notice.sendTime)}</Typography.Text>
        )}
      </Flex>
      {content ? (
        <Suspense fallback={<Skeleton active />}>
          <RichText html={content} className="notice-text" />
        </Suspense>
      ) : (
        <Empty description={words.empty} />
      )}
    </>
  )
}
