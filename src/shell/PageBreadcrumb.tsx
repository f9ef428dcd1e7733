import { Breadcrumb } from 'antd'
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
  const items = [
    { title: <Link to={homePath}>{text.home}</Link> },
    ...route.parents.map((parent) => ({ title: <Link to={parent.path}>{parent.title}</Link> })),
    { title: isHome ? route.title : title },
  ]
  // At home, the crumb of the page would say the same twice.
  return (
    <Breadcrumb
      className="page-breadcrumb"
      items={isHome && route.title === text.home ? items.slice(0, 1) : items}
    />
  )
}
