import { ArrowDownOutlined, ArrowUpOutlined, ExportOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, Empty, Tag, Typography } from 'antd'
import { MAX_QUERY_TITLE, type SavedQueryOfUser, type UseQueryBody } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import { isLost } from './QueryTabs.tsx'
import { RemoveQueryButton } from './RemoveQueryButton.tsx'
import type { QuerySet } from './use-saved-queries.ts'
import './query-tabs.css'

interface Props {
  saved: QuerySet
  onExport?: ((query: SavedQueryOfUser) => void) | undefined
  onClose(): void
}

/** All saved queries of a list: their names, their order, what the user does with them. Each change is kept at once. */
export function ManageQueries({ saved, onExport, onClose }: Props) {
  const { keeper, place, queries, keep } = saved
  const step = (at: number, by: -1 | 1) => {
    const ids = queries.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    if (moved !== undefined) void keep(keeper?.order?.(place, ids.toSpliced(at + by, 0, moved)) ?? nothing())
  }
  return (
    <Drawer open title={t('管理查询')} placement="right" size="min(480px, 96vw)" onClose={onClose}>
      {queries.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有保存的查询')} />
      ) : (
        <ul className="expo-manage-queries">
          {queries.map((query, at) => (
            <li key={query.id}>
              <span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={at === 0 || !keeper?.order}
                  aria-label={t('上移：{title}', { title: query.title })}
                  onClick={() => step(at, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={at === queries.length - 1 || !keeper?.order}
                  aria-label={t('下移：{title}', { title: query.title })}
                  onClick={() => step(at, 1)}
                />
              </span>
              <QueryName query={query} saved={saved} />
              <span>
                {onExport ? (
                  <Button
                    type="text"
                    icon={<ExportOutlined />}
                    aria-label={t('导出“{title}”', { title: query.title })}
                    onClick={() => onExport(query)}
                  />
                ) : null}
                {query.mayChange ? (
                  <RemoveQueryButton
                    query={query}
                    onRemove={(id) => void keep(keeper?.remove(place, id) ?? nothing(), t('删除成功'))}
                  />
                ) : null}
              </span>
              {query.forMe && keeper?.use ? <Uses query={query} saved={saved} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

const nothing = async () => undefined

function QueryName({ query, saved: { keeper, place, keep } }: { query: SavedQueryOfUser; saved: QuerySet }) {
  const { audience, title } = query
  const change = query.mayChange ? keeper?.change : undefined
  return (
    <span>
      <Typography.Text
        {...(change
          ? {
              editable: {
                tooltip: t('重命名'),
                maxLength: MAX_QUERY_TITLE,
                onChange: (next: string) => {
                  if (next.trim() !== '' && next.trim() !== title)
                    void keep(change(place, query.id, { title: next }), t('保存成功'))
                },
              },
            }
          : {})}
      >
        {title}
      </Typography.Text>{' '}
      {audience.kind === 'me' ? null : <Tag>{audienceText(query)}</Tag>}
      {query.isDefault ? <Tag>{t('默认')}</Tag> : null}
      {isLost(query) ? <Tag color="warning">{t('部分条件已失效')}</Tag> : null}
    </span>
  )
}

/** Whose a shared query is. */
function audienceText({ audience: { kind, name } }: SavedQueryOfUser): string {
  if (kind === 'role') return t('角色：{name}', { name })
  return kind === 'depart' ? t('部门：{name}', { name }) : t('所有人')
}

function Uses({ query, saved: { keeper, place, keep } }: { query: SavedQueryOfUser; saved: QuerySet }) {
  const use = (said: UseQueryBody) => void keep(keeper?.use?.(place, query.id, said) ?? nothing())
  return (
    <span className="expo-manage-query-uses">
      <Checkbox checked={query.opens} onChange={({ target }) => use({ opens: target.checked })}>
        {t('打开列表时默认使用')}
      </Checkbox>
      <Checkbox checked={query.onHome} onChange={({ target }) => use({ onHome: target.checked })}>
        {t('显示在我的首页')}
      </Checkbox>
      <Checkbox checked={query.subscribed} onChange={({ target }) => use({ subscribed: target.checked })}>
        {t('订阅')}
      </Checkbox>
    </span>
  )
}
