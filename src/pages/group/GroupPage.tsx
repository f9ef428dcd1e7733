import { Card, Empty, Flex } from 'antd'
import { Link } from 'react-router-dom'
import { MenuIcon } from '#renderer/index.ts'
import { PageContent } from '../../kit/PageContent.tsx'
import { ExternalLink } from '../../menu/ExternalLink.tsx'
import type { PageRoute } from '../../menu/menu-model.ts'
import { text } from '../../text/zh-CN.ts'

/** The overview of a menu group. */
export function GroupPage({ route }: { route: PageRoute }) {
  return (
    <PageContent title={route.title}>
      {route.children.length === 0 ? (
        <Empty description={text.pages.groupEmpty} />
      ) : (
        <Flex wrap gap={16}>
          {route.children.map((child) => (
            <Entry key={`${child.path} ${child.title}`} {...child} />
          ))}
        </Flex>
      )}
    </PageContent>
  )
}

function Entry({ title, path, icon, externalUrl }: PageRoute['children'][number]) {
  const card = (
    <Card hoverable size="small" className="group-card">
      <Flex gap={12} align="center">
        <MenuIcon name={icon} />
        {title}
      </Flex>
    </Card>
  )
  return externalUrl ? <ExternalLink url={externalUrl}>{card}</ExternalLink> : <Link to={path}>{card}</Link>
}
