import { Button, Empty, Flex, Modal, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { Notice } from '#schemas/api/announcement.ts'
import { text } from '../text/zh-CN.ts'
import { linkTarget, type OpenTarget } from './open-target.ts'
import { priorityTag } from './priority.ts'
import { RichText } from './RichText.tsx'

interface NoticeDialogProps {
  notice: Pick<
    Notice,
    'titile' | 'msgContent' | 'msgAbstract' | 'priority' | 'sendTime' | 'openType' | 'openPage'
  > & {
    sender: string | null
    sender_dictText?: string
  }
  onGo(target: OpenTarget): void
  onClose(): void
}

/** An announcement to read. One with a link has a button that goes there. */
export function NoticeDialog({ notice, onGo, onClose }: NoticeDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const words = text.notice
  const tag = priorityTag(notice.priority)
  const target = linkTarget(notice)
  const content = notice.msgContent || notice.msgAbstract || ''
  return (
    <Modal
      open={isOpen}
      title={notice.titile}
      width={800}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{text.close}</Button>
          {target && (
            <Button
              type="primary"
              onClick={() => {
                onGo(target)
                setOpen(false)
              }}
            >
              {words.goTo}
            </Button>
          )}
        </>
      }
    >
      <Flex wrap gap="small" className="notice-facts">
        <Tag color={tag.color}>{tag.label}</Tag>
        <Typography.Text type="secondary">
          {words.sender}：{notice.sender_dictText || notice.sender}
        </Typography.Text>
        <Typography.Text type="secondary">
          {words.sendTime}：{notice.sendTime}
        </Typography.Text>
      </Flex>
      {content ? <RichText html={content} /> : <Empty description={words.empty} />}
    </Modal>
  )
}
