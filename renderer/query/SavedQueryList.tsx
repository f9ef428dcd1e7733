import { DeleteOutlined } from '@ant-design/icons'
import { Button, Popconfirm, Typography } from 'antd'
import type { SavedQuery } from '#schemas/page/advanced-query.ts'
import { t } from '#schemas/text/text.ts'

interface Props {
  saved: readonly SavedQuery[]
  /** Title of the one that was taken. */
  taken: string | null
  onTake(query: SavedQuery): void
  onRemove(title: string): void
}

/** The queries that were kept for this list. */
export function SavedQueryList({ saved, taken, onTake, onRemove }: Props) {
  return (
    <section className="expo-saved-queries" aria-label={t('保存的查询')}>
      <strong>{t('保存的查询')}</strong>
      {saved.length === 0 ? (
        <Typography.Paragraph type="secondary">{t('没有保存的查询')}</Typography.Paragraph>
      ) : (
        <ul>
          {saved.map((query) => (
            <li key={query.title}>
              <Button
                type="text"
                className="expo-saved-query"
                title={query.title}
                aria-current={query.title === taken}
                onClick={() => onTake(query)}
              >
                {query.title}
              </Button>
              <Popconfirm
                title={t('删除保存的查询“{title}”？', { title: query.title })}
                okText={t('删除')}
                cancelText={t('取消')}
                onConfirm={() => onRemove(query.title)}
              >
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('删除保存的查询：{title}', { title: query.title })}
                />
              </Popconfirm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
