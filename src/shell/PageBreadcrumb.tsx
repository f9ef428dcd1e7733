import { Link } from 'react-router-dom'
import { text } from '../text/zh-CN.ts'
import type { PageRoute } from './menu-model.ts'

interface PageBreadcrumbProps {
  route: PageRoute
  title: string
  homePath: string
  isHome: boolean
}

/** Always begins at home; the page itself is no link. */
export function PageBreadcrumb({ route, title, homePath, isHome }: PageBreadcrumbProps) {
  const own = isHome ? route.title : title
  const crumbs = [{ path: homePath, title: text.home }, ...route.parents]
  return (
    <nav className="page-breadcrumb" aria-label={text.menu.breadcrumb}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={`${crumb.path} ${crumb.title}`}>
            <Link to={crumb.path}>{crumb.title}</Link>
          </li>
        ))}
        {/* At home, the page's own crumb may say the same as the first. */}
        {own !== text.home && <li aria-current="page">{own}</li>}
      </ol>
    </nav>
  )
}
