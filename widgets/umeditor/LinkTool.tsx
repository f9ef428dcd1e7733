import { LinkOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { Button, Input, Popover, Space } from 'antd'
import { useState } from 'react'
import { ToolButton } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'

/** Makes a link of what is chosen; an empty address takes it away. */
export function LinkTool({ editor, disabled }: { editor: Editor | null; disabled: boolean }) {
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const apply = () => {
    setOpen(false)
    const chain = editor?.chain().focus().extendMarkRange('link')
    const href = address.trim()
    if (href === '') chain?.unsetLink().run()
    else if (editor?.state.selection.empty && !editor.isActive('link'))
      chain?.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain?.setLink({ href }).run()
  }
  return (
    <Popover
      open={open}
      trigger="click"
      destroyOnHidden
      onOpenChange={(next) => {
        if (disabled) return
        if (next) setAddress(String(editor?.getAttributes('link').href ?? ''))
        setOpen(next)
      }}
      content={
        <Space.Compact>
          <Input
            autoFocus
            aria-label={t('链接地址')}
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={apply}
          />
          <Button type="primary" onClick={apply}>
            {t('确定')}
          </Button>
        </Space.Compact>
      }
    >
      <ToolButton title={t('链接')} icon={<LinkOutlined />} disabled={disabled} />
    </Popover>
  )
}
