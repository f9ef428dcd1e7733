import { SearchOutlined } from '@ant-design/icons'
import { Empty, Input, Modal } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useServices } from '../kit/services.ts'
import { frameAddress } from '../menu/frame-address.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { tokenAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'
import { findEntries, type Match, type SearchEntry, searchEntries } from './menu-search.ts'

/** More than anybody reads; typing on narrows it down. */
const MAX_SHOWN = 50

/** Type, arrow keys, Enter. */
export function MenuSearchDialog({ model, onClose }: { model: MenuModel; onClose(): void }) {
  const navigate = useNavigate()
  const { config } = useServices()
  const token = useAtomValue(tokenAtom)
  const [isOpen, setOpen] = useState(true)
  const [keyword, setKeyword] = useState('')
  const [at, setAt] = useState(0)
  const [matches, setMatches] = useState<Match | null>(null)
  const entries = useMemo(() => searchEntries(model), [model])
  const found = useMemo(() => findEntries(entries, keyword, matches), [entries, keyword, matches])

  useEffect(() => {
    let isGone = false
    // Large, and needed only here. Without it, titles are still found.
    import('./pinyin-match.ts')
      .then((file) => !isGone && setMatches(() => file.matchesPinyin))
      .catch((error: unknown) => console.warn('pinyin search is not available', error))
    return () => {
      isGone = true
    }
  }, [])

  function choose(entry: SearchEntry | undefined) {
    if (!entry) return
    setOpen(false)
    if (!entry.externalUrl) return navigate(entry.path)
    const address = frameAddress(entry.externalUrl, config.apiBase, token ?? '', window.location.origin)
    if (address) window.open(address.href, '_blank', 'noopener,noreferrer')
  }

  return (
    <Modal
      open={isOpen}
      footer={null}
      title={text.user.search}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={560}
      style={{ top: 80 }}
    >
      <div data-typing-is-not-work="">
        <Input
          // At once, and not when the dialog has moved in: what is typed right after Ctrl+K must not be lost.
          autoFocus
          allowClear
          prefix={<SearchOutlined />}
          placeholder={text.user.searchHint}
          aria-label={text.user.search}
          role="combobox"
          aria-expanded
          aria-controls="menu-search-results"
          aria-activedescendant={found[at] ? `menu-search-${at}` : undefined}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'ArrowDown')
              setAt((now) => Math.min(now + 1, Math.min(found.length, MAX_SHOWN) - 1))
            else if (event.key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0))
            else if (event.key === 'Enter') choose(found[at])
            else return
            event.preventDefault()
          }}
        />
      </div>
      {found.length === 0 ? (
        <Empty description={text.user.noMatch} image={Empty.PRESENTED_IMAGE_SIMPLE} />
      ) : (
        <div id="menu-search-results" role="listbox" aria-label={text.user.search} className="search-results">
          {found.slice(0, MAX_SHOWN).map((entry, index) => (
            // The keyboard works through the box above; the mouse through the entries.
            // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter are handled by the input
            <div
              key={entry.key}
              id={`menu-search-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              className="search-result"
              onClick={() => choose(entry)}
              onMouseMove={() => setAt(index)}
            >
              {entry.title}
              {entry.trail && <span className="search-trail">{entry.trail}</span>}
            </div>
          ))}
        </div>
      )}
    </Modal>
  )
}
