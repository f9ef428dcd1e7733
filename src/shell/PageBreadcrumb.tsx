import { memo } from 'react'
import { Link } from 'react-router-dom'
import { text } from '../text/zh-CN.ts'
import type { MenuModel, PageRoute } from './menu-model.ts'

interface PageBreadcrumbProps {
  model: MenuModel
  route: PageRoute
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
  const own = isHome ? route.title : title
  const crumbs = [{ path: homePath, title: text.home }, ...route.parents]
  return (
    <nav className="page-breadcrumb" aria-label={text.menu.breadcrumb}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={`${crumb.path} ${crumb.title}`}>
            {/* A group that is no route has no page to go to. */}
            {model.find(crumb.path) ? <Link to={crumb.path}>{crumb.title}</Link> : crumb.title}
          </li>
        ))}
        {/* At home, the page's own crumb may say the same as the first. */}
        {own !== text.home && <li aria-current="page">{own}</li>}
      </ol>
    </nav>
  )
})
