import { Button, Empty } from 'antd'
import { t } from '#schemas/text/text.ts'
import { clearedState } from '../model/list-state.ts'
import type { ListModel } from './use-list.ts'

/** The face of a list without rows; where filters leave none, they can be cleared. */
export function NoRows({ list: { shape, state, navigate } }: { list: ListModel }) {
  const cleared = clearedState(shape, state)
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')}>
      {cleared ? <Button onClick={() => navigate(cleared)}>{t('清除筛选')}</Button> : null}
    </Empty>
  )
}
