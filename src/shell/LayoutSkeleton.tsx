import { text } from '../text/zh-CN.ts'
import './layout.css'

/** The frame's outline while menu and page are on their way: nothing jumps when they arrive. */
export function LayoutSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      <div className="skeleton-sider" />
      <div className="skeleton-main">
        <div className="skeleton-header" />
        <div className="skeleton-content" />
      </div>
    </div>
  )
}
