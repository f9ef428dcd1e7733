import { memo } from 'react'
import { Link } from 'react-router-dom'
import { useLanguage } from '#renderer/index.ts'
import type { MenuModel, PageRoute } from '../menu/menu-model.ts'
import { text } from '../text/zh-CN.ts'

interface PageBreadcrumbProps {
  model: MenuModel
  /** Null where the address leads to no page. */
  route: PageRoute | null
  title: string
  homePath: string
  isHome: boolean
}

/** Always begins at home; the page itself is no link. */
export const PageBreadcrumb = memo(function PageBreadcrumb({
  model,
  route,
  title,
  homePath,
  isHome,
}: PageBreadcrumbProps) {
  useLanguage()
  // Home is where the trail begins: there it says what its tab says, and nothing more.
  const crumbs = isHome ? [] : [{ path: homePath, title: text.home }, ...(route?.parents ?? [])]
  return (
    <nav className="page-breadcrumb" aria-label={text.menu.breadcrumb}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={`${crumb.path} ${crumb.title}`}>
            {/* A group that is no route has no page to go to. */}
            {model.find(crumb.path) ? <Link to={crumb.path}>{crumb.title}</Link> : crumb.title}
          </li>
        ))}
        <li aria-current="page">{isHome ? text.home : title}</li>
      </ol>
    </nav>
  )
})
