import { WarningFilled } from '@ant-design/icons'
import { Card, Flex, Statistic } from 'antd'
import { Link } from 'react-router-dom'
import { MOST_COUNTED, type QueryCard } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import { queryPath } from '../menu/query-path.ts'
import { useMenuModel } from '../menu/use-menu-model.ts'
import './home-queries.css'

/** Saved queries beside each other: name, form and count; each leads to its list. */
export function HomeQueryCards({ cards }: { cards: readonly QueryCard[] }) {
  const model = useMenuModel()
  return (
    <nav aria-label={t('首页查询')} className="home-queries">
      <Flex component="ul" gap="small">
        {cards.map(({ id, page, title, formTitle, count, isLost }) => (
          <li key={id}>
            <Link to={queryPath(model, page, id)}>
              <Card size="small" hoverable>
                <div className="home-query-form">{formTitle}</div>
                <Statistic
                  title={title}
                  value={countText(count)}
                  {...(isLost ? { suffix: <WarningFilled aria-label={t('部分条件已失效')} /> } : {})}
                />
              </Card>
            </Link>
          </li>
        ))}
      </Flex>
    </nav>
  )
}

function countText(count: number | null): string {
  if (count === null) return '—'
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count)
}
