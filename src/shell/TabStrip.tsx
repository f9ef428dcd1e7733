import { CloseOutlined } from '@ant-design/icons'
import { App, Dropdown } from 'antd'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLanguage } from '#renderer/index.ts'
import { text } from '../text/zh-CN.ts'
import './tab-strip.css'
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  refreshTab,
  type Tab,
  type TabsChange,
  type TabsState,
} from './tabs.ts'
import { tabsAtom } from './tabs-atom.ts'

const entries = () => [
  { key: 'refresh', label: text.tabs.refresh },
  { key: 'left', label: text.tabs.closeLeft },
  { key: 'right', label: text.tabs.closeRight },
  { key: 'others', label: text.tabs.closeOthers },
  { key: 'close', label: text.tabs.close },
]

/** The open pages. A right click offers what else can be done with them; arrow keys walk, Delete closes. */
export const TabStrip = memo(function TabStrip({ tabs, home }: { tabs: TabsState; home: string }) {
  useLanguage()
  const setTabs = useSetAtom(tabsAtom)
  const navigate = useNavigate()
  const { message } = App.useApp()
  const strip = useRef<HTMLDivElement>(null)
  const hasKeyboard = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab, or one more, moves the strip
  useEffect(() => {
    const box = strip.current
    const tab = box?.querySelector('.tab.is-active')
    if (box && tab) showWithin(box, tab)
    // The closed tab took the keyboard with it.
    if (hasKeyboard.current) tab?.querySelector<HTMLElement>('[role="tab"]')?.focus({ preventScroll: true })
    hasKeyboard.current = false
  }, [tabs.active, tabs.tabs.length])

  // A narrower window must not leave the active tab outside.
  useEffect(() => {
    const box = strip.current
    if (!box) return
    const watch = new ResizeObserver(() => {
      const tab = box.querySelector('.tab.is-active')
      if (tab) showWithin(box, tab)
    })
    watch.observe(box)
    return () => watch.disconnect()
  }, [])

  function apply(change: TabsChange) {
    if (change.refused) {
      const words = change.refused === 'home' ? text.tabs.homeStays : text.tabs.lastStays
      void message.warning({ key: words, content: words })
      return
    }
    const { state } = change
    setTabs(state)
    if (state.active !== tabs.active) navigate(state.active)
  }

  function handleMenu(action: string, key: string) {
    if (action === 'refresh') {
      setTabs({ ...refreshTab(tabs, key), active: key })
      if (key !== tabs.active) navigate(key)
    } else if (action === 'left') apply({ state: closeLeft(tabs, key, home) })
    else if (action === 'right') apply({ state: closeRight(tabs, key, home) })
    else if (action === 'others') apply({ state: closeOthers(tabs, key, home) })
    else apply(closeTab(tabs, key, home))
  }

  function handleKey(event: KeyboardEvent<HTMLElement>, at: number) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step) {
      const next = tabs.tabs[(at + step + tabs.tabs.length) % tabs.tabs.length]
      if (next) navigate(next.key)
      // The tab that becomes active has the focus then.
      const target =
        strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[
          (at + step + tabs.tabs.length) % tabs.tabs.length
        ]
      target?.focus()
    } else if (event.key === 'Delete') {
      const tab = tabs.tabs[at]
      const change = tab && closeTab(tabs, tab.key, home)
      if (change) apply(change)
      hasKeyboard.current = change?.state !== undefined
    } else return
    event.preventDefault()
  }

  const close = (tab: Tab) => apply(closeTab(tabs, tab.key, home))
  const reachable = tabs.tabs.some(({ key }) => key === tabs.active) ? tabs.active : home
  return (
    <nav aria-label={text.tabs.label}>
      <div
        className="tab-strip"
        ref={strip}
        role="tablist"
        aria-label={text.tabs.label}
        onWheel={(event) => strip.current?.scrollBy({ left: event.deltaY })}
      >
        {tabs.tabs.map((tab, at) => (
          <Dropdown
            key={tab.key}
            trigger={['contextMenu']}
            menu={{ items: entries(), onClick: ({ key: action }) => handleMenu(action, tab.key) }}
          >
            <div role="presentation" className={`tab${tab.key === tabs.active ? ' is-active' : ''}`}>
              <button
                type="button"
                role="tab"
                className="tab-label"
                aria-selected={tab.key === tabs.active}
                tabIndex={tab.key === reachable ? 0 : -1}
                title={tab.title}
                aria-keyshortcuts="Delete"
                onClick={() => navigate(tab.key)}
                onAuxClick={(event) => event.button === 1 && close(tab)}
                onKeyDown={(event) => handleKey(event, at)}
              >
                {tab.title || text.loading}
              </button>
              {tab.key !== home && (
                // For the mouse; a tab list may hold nothing but tabs, and the keyboard has Delete.
                <span aria-hidden="true" className="tab-close" title={text.close} onClick={() => close(tab)}>
                  <CloseOutlined />
                </span>
              )}
            </div>
          </Dropdown>
        ))}
      </div>
    </nav>
  )
})

/** Scrolls the strip alone: `scrollIntoView` would scroll the window as well, and the page would lose its place. */
function showWithin(box: HTMLElement, tab: Element): void {
  const [frame, own] = [box.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < frame.left) box.scrollLeft -= frame.left - own.left
  else if (own.right > frame.right) box.scrollLeft += own.right - frame.right
}
