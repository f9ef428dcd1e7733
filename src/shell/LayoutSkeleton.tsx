import { useAtomValue } from 'jotai'
import { text } from '../text/zh-CN.ts'
import './layout.css'
import { useDevice } from '../kit/device.ts'
import { settingsAtom } from './settings.ts'

/** The frame's outline while menu and page are on their way, as the user has set it: nothing jumps when they arrive. */
export function LayoutSkeleton() {
  const { layout, menuTheme, theme, sidebarOpened } = useAtomValue(settingsAtom)
  const device = useDevice()
  const isTop = layout === 'topmenu' && device !== 'mobile'
  const tone = menuTheme === 'dark' || theme === 'dark' ? ' is-dark' : ''
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {!isTop && device !== 'mobile' && (
        <div className={`skeleton-sider${sidebarOpened ? '' : ' is-collapsed'}${tone}`} />
      )}
      <div className="skeleton-main">
        <div className={`skeleton-header${isTop ? tone : ''}`} />
        <div className="skeleton-content" />
      </div>
    </div>
  )
}
