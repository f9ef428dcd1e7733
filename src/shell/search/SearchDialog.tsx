import { SearchOutlined } from '@ant-design/icons'
import { Empty, Input, Modal, Spin } from 'antd'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useServices } from '../../kit/services.ts'
import { frameAddress } from '../../menu/frame-address.ts'
import type { MenuModel } from '../../menu/menu-model.ts'
import { sessionUserAtom, tokenAtom } from '../../session/atoms.ts'
import { text } from '../../text/zh-CN.ts'
import type { UserAction } from '../user-actions.tsx'
import { keepChoice } from './recent-choices.ts'
import { optionId, SearchResults } from './SearchResults.tsx'
import type { SearchItem } from './search-items.ts'
import { useSearchGroups } from './use-search-groups.ts'

interface Props {
  model: MenuModel
  /** What the user may do anywhere. */
  actions: readonly UserAction[]
  /** What was typed before this was there. */
  typed: RefObject<string>
  onClose(): void
}

/** Type, arrow keys, Enter. */
export function SearchDialog({ model, actions, typed, onClose }: Props) {
  const navigate = useNavigate()
  const { config, kept } = useServices()
  const token = useAtomValue(tokenAtom)
  const { username } = useAtomValue(sessionUserAtom)
  const [isOpen, setOpen] = useState(true)
  const [keyword, setKeyword] = useState('')
  /** What is chosen by Enter; the first while nothing else was reached. */
  const [at, setAt] = useState<string | null>(null)
  const [chosen, setChosen] = useState<SearchItem | null>(null)
  const { groups, recordOf, note, loading } = useSearchGroups(model, actions, username, keyword)
  const items = groups.flatMap((group) => group.items)
  // Records come in between while somebody stands on an item: it stays the one.
  const place = Math.max(
    items.findIndex(({ key }) => key === at),
    0,
  )
  const current = items[place]
  const active = current && optionId(current)
  // Not when it is first rendered: React may show it later, and letters come until then.
  useLayoutEffect(() => setKeyword(typed.current), [typed])
  useEffect(() => {
    if (active && at !== null) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' })
  }, [active, at])

  function choose(item: SearchItem | undefined) {
    if (!item || !isOpen) return
    const record = recordOf(item)
    const key = item.key.replace(/^recent /, '')
    keepChoice(kept, username, { key, ...(record ? { record } : {}) })
    setChosen(item)
    setOpen(false)
    const { target } = item
    if ('path' in target) void navigate(target.path)
    if (!('externalUrl' in target)) return
    const address = frameAddress(target.externalUrl, config.apiBase, token ?? '', window.location.origin)
    if (address) window.open(address.href, '_blank', 'noopener,noreferrer')
  }

  return (
    <Modal
      open={isOpen}
      footer={null}
      title={text.search.title}
      onCancel={() => setOpen(false)}
      afterClose={() => {
        onClose()
        // Once this dialog has given the keyboard back, so that the next one can take it.
        if (chosen && 'run' in chosen.target) chosen.target.run()
      }}
      width={640}
      style={{ top: 80 }}
    >
      <div data-typing-is-not-work="">
        <Input
          // At once, and not when the dialog has moved in: what is typed right after Ctrl+K must not be lost.
          autoFocus
          allowClear
          maxLength={100}
          prefix={<SearchOutlined />}
          placeholder={text.search.hint}
          aria-label={text.search.title}
          role="combobox"
          aria-expanded
          aria-controls="search-results"
          aria-activedescendant={active}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            setAt(null)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'ArrowDown') setAt(items[Math.min(place + 1, items.length - 1)]?.key ?? null)
            else if (event.key === 'ArrowUp') setAt(items[Math.max(place - 1, 0)]?.key ?? null)
            else if (event.key === 'Enter') choose(current)
            else return
            event.preventDefault()
          }}
        />
      </div>
      {items.length > 0 ? (
        <SearchResults groups={groups} active={active} onReach={({ key }) => setAt(key)} onChoose={choose} />
      ) : loading ? null : (
        <Empty description={text.search.nothing} image={Empty.PRESENTED_IMAGE_SIMPLE} />
      )}
      <div role="status" className="search-note">
        {loading ? (
          <>
            <Spin size="small" /> {text.search.loading}
          </>
        ) : (
          note
        )}
      </div>
    </Modal>
  )
}
