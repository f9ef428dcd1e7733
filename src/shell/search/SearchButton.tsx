import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Device } from '../../kit/device.ts'
import { lazyNamed } from '../../kit/load-chunk.ts'
import { PartBoundary } from '../../kit/PartBoundary.tsx'
import type { MenuModel } from '../../menu/menu-model.ts'
import { text } from '../../text/zh-CN.ts'
import type { UserAction } from '../user-actions.tsx'

const SearchDialog = lazyNamed(() => import('./SearchDialog.tsx'), 'SearchDialog')

interface Props {
  model: MenuModel
  device: Device
  /** What the user may do anywhere. */
  actions: readonly UserAction[]
}

/** Finds pages, records and actions. Ctrl/⌘+K opens it from anywhere. */
export function SearchButton({ model, device, actions }: Props) {
  const [isOpen, setOpen] = useState(false)
  // The dialog takes the keyboard as it is drawn, too early for antd to know whose it was.
  const opener = useRef<Element | null>(null)
  /** What was typed before the dialog's program had come. */
  const typed = useRef('')
  const open = useCallback(() => {
    if (isOpen) return
    opener.current = document.activeElement
    typed.current = ''
    setOpen(true)
  }, [isOpen])
  const close = useCallback(() => {
    setOpen(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [open])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={text.search.title}
        title={`${text.search.title}（Ctrl+K）`}
        onClick={open}
      >
        {device === 'desktop' ? text.search.title : null}
      </Button>
      <PartBoundary
        onFail={close}
        fallback={
          <input
            // biome-ignore lint/a11y/noAutofocus: it takes what is typed for the dialog that was asked for
            autoFocus
            className="visually-hidden"
            aria-label={text.search.title}
            onChange={(event) => {
              typed.current = event.target.value
            }}
            onKeyDown={({ key }) => key === 'Escape' && close()}
          />
        }
      >
        {isOpen && <SearchDialog model={model} actions={actions} typed={typed} onClose={close} />}
      </PartBoundary>
    </>
  )
}
