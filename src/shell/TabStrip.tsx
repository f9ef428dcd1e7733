import { App, Dropdown, Tabs } from 'antd'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { text } from '../text/zh-CN.ts'
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  refreshTab,
  type TabsChange,
  type TabsState,
} from './tabs.ts'
import { tabsAtom } from './tabs-atom.ts'

/** The open pages. A right click offers what else can be done with them. */
export function TabStrip({ tabs, home }: { tabs: TabsState; home: string }) {
  const setTabs = useSetAtom(tabsAtom)
  const navigate = useNavigate()
  const { message } = App.useApp()

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

  return (
    <div className="tab-strip">
      <Tabs
        type="editable-card"
        hideAdd
        size="small"
        activeKey={tabs.active}
        onChange={(key) => navigate(key)}
        onEdit={(key, action) => {
          if (action === 'remove' && typeof key === 'string') apply(closeTab(tabs, key, home))
        }}
        items={tabs.tabs.map(({ key, title }) => ({
          key,
          closable: key !== home,
          label: (
            <Dropdown
              trigger={['contextMenu']}
              menu={{
                items: [
                  { key: 'refresh', label: text.tabs.refresh },
                  { key: 'left', label: text.tabs.closeLeft },
                  { key: 'right', label: text.tabs.closeRight },
                  { key: 'others', label: text.tabs.closeOthers },
                  { key: 'close', label: text.tabs.close },
                ],
                onClick: ({ key: action, domEvent }) => {
                  domEvent.stopPropagation()
                  handleMenu(action, key)
                },
              }}
            >
              <span className="tab-label" title={title}>
                {title || text.loading}
              </span>
            </Dropdown>
          ),
        }))}
      />
    </div>
  )
}
