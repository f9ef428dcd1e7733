import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button, Drawer, Flex, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { PageModel } from '../page/page-model.ts'

interface Props {
  model: PageModel
  title: string
  footer: ReactNode
  onClose(): void
  /** Ctrl+S or ⌘+S anywhere in the dialog. */
  onSaveKey?: (() => void) | undefined
  children: ReactNode
}

/** A modal for short forms, a drawer for those with sub tables; never wider than the window. */
export function FormShell({ model, title, footer, onClose, onSaveKey, children }: Props) {
  const [full, setFull] = useState(model.form.form.fullscreen)
  const width = full ? '100vw' : `min(${model.form.form.width}px, 100vw)`
  const heading = (
    <Flex align="center" gap={4}>
      {title}
      <Button
        type="text"
        size="small"
        className="expo-form-full"
        aria-label={full ? '退出全屏' : '全屏'}
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => setFull(!full)}
      />
    </Flex>
  )
  const handleKey = (event: KeyboardEvent) => {
    if (!onSaveKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    onSaveKey()
  }
  const dialog =
    model.subs.length > 0 ? (
      <Drawer
        open
        title={heading}
        size={width}
        onClose={onClose}
        footer={footer}
        mask={{ closable: false }}
        destroyOnHidden
      >
        {children}
      </Drawer>
    ) : (
      <Modal
        open
        title={heading}
        width={width}
        style={full ? { top: 0, margin: 0, padding: 0, maxWidth: '100vw' } : { top: 40, maxWidth: '100vw' }}
        onCancel={onClose}
        footer={footer}
        mask={{ closable: false }}
        destroyOnHidden
        styles={{
          body: {
            maxHeight: full ? undefined : 'calc(100vh - 220px)',
            height: full ? 'calc(100vh - 140px)' : undefined,
            overflowY: 'auto',
            overflowX: 'hidden',
            paddingInlineEnd: 4,
          },
        }}
      >
        {children}
      </Modal>
    )
  return (
    // Keys travel up the component tree, so this hears those of the dialog, wherever it stands in the page.
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole dialog, besides its buttons
    <div onKeyDown={handleKey}>{dialog}</div>
  )
}
