import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Popover } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDevice } from '../kit/device.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PageSkeleton } from '../kit/PageSkeleton.tsx'
import { text } from '../text/zh-CN.ts'
import './notice.css'
import { useNotices } from './use-notices.ts'
import { useOpenNotice } from './use-open-notice.tsx'

const BellPanel = lazyNamed(() => import('./BellPanel.tsx'), 'BellPanel')
/** Page of all that was sent to the user. */
const MY_ANNOUNCEMENTS = '/isps/userAnnouncement'
/** On a telephone the popover reaches beyond the bell, below the user's button (px). */
const ON_PHONE = { align: { offset: [60, 4] }, arrow: false }

/** Unread notices: how many there are, and the newest of them. */
export function Bell() {
  const lists = useNotices()
  const navigate = useNavigate()
  const device = useDevice()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { open, dialog } = useOpenNotice(() => button.current?.focus())
  const unread = (lists?.anntMsgTotal ?? 0) + (lists?.sysMsgTotal ?? 0)

  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        {...(device === 'mobile' ? ON_PHONE : {})}
        open={isOpen}
        onOpenChange={setOpen}
        // Who opened it with the keyboard goes on in it.
        afterOpenChange={(nowOpen) => nowOpen && panel.current?.focus({ preventScroll: true })}
        content={
          <Suspense fallback={<PageSkeleton />}>
            <BellPanel
              box={panel}
              lists={lists}
              onOpen={(notice) => {
                setOpen(false)
                // The entry goes with the popover; whatever opens now gives the keyboard back to where it is.
                button.current?.focus()
                open(notice)
              }}
              onMore={() => {
                setOpen(false)
                void navigate(MY_ANNOUNCEMENTS)
              }}
              onEscape={() => {
                setOpen(false)
                button.current?.focus()
              }}
            />
          </Suspense>
        }
      >
        <Button
          ref={button}
          type="text"
          className="bell-button"
          aria-label={text.notice.bell(unread)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          icon={
            <Badge count={unread} size="small" offset={[2, -2]} className="bell-badge">
              <BellOutlined />
            </Badge>
          }
        />
      </Popover>
      {dialog}
    </>
  )
}
