import { Button, Modal } from 'antd'
import { useState } from 'react'
import { text } from '../text/zh-CN.ts'
import { NoticeText, type ReadNotice } from './NoticeText.tsx'
import { linkTarget, type OpenTarget } from './open-target.ts'

interface NoticeDialogProps {
  notice: ReadNotice
  onGo(target: OpenTarget): void
  onClose(): void
}

/** An announcement to read. One with a link has a button that goes there. */
export function NoticeDialog({ notice, onGo, onClose }: NoticeDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const target = linkTarget(notice)
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
              {text.notice.goTo}
            </Button>
          )}
        </>
      }
    >
      <NoticeText notice={notice} />
    </Modal>
  )
}
