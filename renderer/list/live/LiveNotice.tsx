import { Button } from 'antd'
import { t } from '#schemas/text/text.ts'
import type { ListModel } from '../use-list.ts'
import './live-notice.css'

/** Says above the rows, without moving them, that others changed what the list would show. */
export function LiveNotice({ list: { live, reload } }: { list: Pick<ListModel, 'live' | 'reload'> }) {
  const { added, gone, isStale } = live
  const text =
    added.size > 0
      ? t('有 {count} 条新记录，刷新', { count: added.size })
      : gone.size > 0 || isStale
        ? t('数据有变化，刷新')
        : null
  return (
    <div className="expo-live-notice" role="status">
      {text ? (
        <Button type="primary" size="small" shape="round" onClick={reload}>
          {text}
        </Button>
      ) : null}
    </div>
  )
}

/** How a row looks that others have changed. */
export function liveClass({ live }: Pick<ListModel, 'live'>, key: string): string {
  if (live.gone.has(key)) return 'expo-row-gone'
  return live.marked.has(key) ? 'expo-row-changed' : ''
}
