import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { text } from '../text/zh-CN.ts'
import type { Device } from './device.ts'
import { lazyNamed } from './load-chunk.ts'
import type { MenuModel } from './menu-model.ts'

const MenuSearchDialog = lazyNamed(() => import('./MenuSearchDialog.tsx'), 'MenuSearchDialog')

/** Finds a page by its title, its pinyin or the initials of that. Ctrl/⌘+K opens it from anywhere. */
export function MenuSearch({ model, device }: { model: MenuModel; device: Device }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={text.user.search}
        title={`${text.user.search}（Ctrl+K）`}
        onClick={() => setOpen(true)}
      >
        {device === 'desktop' ? text.user.search : null}
      </Button>
      <Suspense>{isOpen && <MenuSearchDialog model={model} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
