import { WarningFilled } from '@ant-design/icons'
import { Alert, Badge, Tabs } from 'antd'
import { MOST_COUNTED, type SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import { NO_QUERY } from '../model/saved-query.ts'
import type { QueryCountsById } from './use-query-counts.ts'
import './query-tabs.css'

interface Props {
  queries: readonly SavedQueryOfUser[]
  counts: QueryCountsById
  /** Null where the list comes from none of them. */
  active: SavedQueryOfUser | null
  /** Where it comes from none: one that asks for the same. It is marked, and may still be chosen for its columns. */
  alike: SavedQueryOfUser | null
  /** The active one asks for something else by now. */
  isChanged: boolean
  onChoose(query: SavedQueryOfUser | null): void
}

/** The saved queries of a list beside each other, each with the number of its rows. */
export function QueryTabs({ queries, counts, active, alike, isChanged, onChoose }: Props) {
  const shown = queries.filter(({ forMe, id }) => forMe || id === active?.id)
  if (shown.length === 0) return null
  const marked = (active ?? alike)?.id ?? NO_QUERY
  return (
    <Tabs
      size="small"
      className="expo-query-tabs"
      activeKey={marked}
      onTabClick={(key) => {
        if (key !== marked || alike) onChoose(shown.find(({ id }) => id === key) ?? null)
      }}
      items={[
        { key: NO_QUERY, label: t('全部') },
        ...shown.map((query) => ({
          key: query.id,
          label: (
            <span className="expo-query-tab">
              {isLost(query) ? <WarningFilled aria-label={t('部分条件已失效')} /> : null}
              <span className="expo-query-tab-title" title={query.title}>
                {query.title}
              </span>
              {isChanged && query.id === active?.id ? <em>{t('（已修改）')}</em> : null}
              <Count count={counts.get(query.id) ?? null} />
            </span>
          ),
        })),
      ]}
    />
  )
}

function Count({ count }: { count: number | null }) {
  if (count === null) return null
  return <Badge count={count} overflowCount={MOST_COUNTED - 1} showZero className="expo-query-count" />
}

/** Whether conditions of a query are left out for this user. */
export function isLost({ lost: { fields, unnamed } }: Pick<SavedQueryOfUser, 'lost'>): boolean {
  return fields.length + unnamed > 0
}

/** Says that the address names a query that there is not, or not any more, for this user. */
export function UnknownQuery() {
  return (
    <Alert
      type="warning"
      showIcon
      className="expo-query-lost"
      title={t('链接中的查询不存在，或已不再共享给您，列表没有使用它')}
    />
  )
}

/** Says what is left out of a query, where something is. */
export function LostConditions({ query }: { query: SavedQueryOfUser | null }) {
  if (!query || !isLost(query)) return null
  const { fields, unnamed } = query.lost
  const parts = [
    ...(fields.length > 0 ? [t('字段已不存在或您无权查看：{fields}', { fields: fields.join('、') })] : []),
    ...(unnamed > 0 ? [t('另有 {count} 个条件的字段您无权查看', { count: unnamed })] : []),
  ]
  return (
    <Alert
      type="warning"
      showIcon
      className="expo-query-lost"
      title={t('“{title}”的部分条件已失效，当前只按其余条件查询', { title: query.title })}
      description={parts.map((part) => <div key={part}>{part}</div>)}
    />
  )
}
