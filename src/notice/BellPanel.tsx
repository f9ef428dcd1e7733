import { Button, Empty, Tabs, Tag } from 'antd'
import { type RefObject, useEffect } from 'react'
import type { Notice, NoticeLists } from '#schemas/api/announcement.ts'
import { text } from '../text/zh-CN.ts'
import { priorityTag } from './priority.ts'

interface BellPanelProps {
  /** Takes the focus when the popover is there. */
  box: RefObject<HTMLElement | null>
  lists: NoticeLists | null
  onOpen(notice: Notice): void
  onMore(): void
  onEscape(): void
}

/** The newest unread notices of both kinds. */
export function BellPanel({ box, lists, onOpen, onMore, onEscape }: BellPanelProps) {
  const words = text.notice
  // The first time, the popover is there before its content.
  useEffect(() => box.current?.focus({ preventScroll: true }), [box])
  const tab = (key: string, title: string, notices: readonly Notice[], total: number) => ({
    key,
    label: words.tab(title, total),
    children: <NoticeList notices={notices} onOpen={onOpen} />,
  })
  return (
    <section
      ref={box}
      className="notice-panel"
      tabIndex={-1}
      aria-label={words.panel}
      onKeyDown={(event) => event.key === 'Escape' && onEscape()}
    >
      <Tabs
        centered
        // A kind that has nothing new is not what somebody opens the bell for.
        defaultActiveKey={lists && lists.anntMsgTotal === 0 && lists.sysMsgTotal > 0 ? '2' : '1'}
        items={[
          tab('1', words.announcements, lists?.anntMsgList ?? [], lists?.anntMsgTotal ?? 0),
          tab('2', words.messages, lists?.sysMsgList ?? [], lists?.sysMsgTotal ?? 0),
        ]}
      />
      <Button type="link" block onClick={onMore}>
        {words.more}
      </Button>
    </section>
  )
}

function NoticeList({ notices, onOpen }: { notices: readonly Notice[]; onOpen(notice: Notice): void }) {
  if (notices.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text.notice.none} />
  return (
    <ul className="notice-list">
      {notices.map((notice) => {
        const tag = priorityTag(notice.priority)
        return (
          <li key={notice.anntId}>
            <button type="button" className="notice-entry" onClick={() => onOpen(notice)}>
              <span className="notice-title">{notice.titile}</span>
              <Tag color={tag.color}>{tag.label}</Tag>
              <span className="notice-time">{notice.sendTime ?? notice.createTime}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
