import { Button, Typography } from 'antd'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import { RemoveQueryButton } from './RemoveQueryButton.tsx'

interface Props {
  saved: readonly SavedQueryOfUser[]
  /** The one that was taken. */
  taken: string | null
  onTake(query: SavedQueryOfUser): void
  onRemove(id: string): void
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
            <li key={query.id}>
              <Button
                type="text"
                className="expo-saved-query"
                title={query.title}
                aria-current={query.id === taken}
                onClick={() => onTake(query)}
              >
                {query.title}
              </Button>
              {query.mayChange ? <RemoveQueryButton query={query} onRemove={onRemove} /> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
