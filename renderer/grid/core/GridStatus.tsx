import { Button } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { t } from '#schemas/text/text.ts'
import type { GridController, GridState } from './grid-controller.types.ts'

interface GridStatusProps {
  controller: GridController
  state: GridState
  /** The rows are a page of many. */
  isPage?: boolean
}

/** Below the rows: how many there are, what is wrong, and what the selected cells come to. */
export function GridStatus({ controller, state, isPage = false }: GridStatusProps) {
  const { rowCount, seenCount, errors, filters } = state
  // A large selection is added up after it has been drawn.
  const ranges = useDeferredValue(state.marked)
  const rows = controller.sight.rows()
  const columns = controller.columns()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added up are these rows and columns
  const figures = useMemo(() => controller.sight.figures(ranges), [controller, ranges, rows, columns])
  const sorted = columns.find(({ name }) => name === state.looks.sort?.name)
  if (rowCount === 0) return null
  return (
    <div className="data-grid-status">
      <span role="status">
        {filters.size > 0
          ? t('显示 {seen} / 共 {count} 行', { seen: seenCount, count: rowCount })
          : isPage
            ? t('本页 {count} 行', { count: rowCount })
            : t('共 {count} 行', { count: rowCount })}
      </span>
      {filters.size > 0 && (
        <span>
          <Button size="small" type="link" onClick={() => controller.filter.again()}>
            {t('重新筛选')}
          </Button>
          <Button size="small" type="link" onClick={() => controller.filter.clear()}>
            {t('清除全部筛选')}
          </Button>
        </span>
      )}
      {errors.length > 0 && (
        <Button
          size="small"
          type="link"
          danger
          title={t('下一处错误')}
          onClick={() => controller.sight.focusNextError()}
        >
          {t('{count} 处错误', { count: errors.length })}
        </Button>
      )}
      {state.looks.hidden.length > 0 && (
        <Button size="small" type="link" title={t('显示全部列')} onClick={() => controller.looks.showAll()}>
          {t('已隐藏 {count} 列', { count: state.looks.hidden.length })}
        </Button>
      )}
      {sorted && (
        <span>
          {t('按「{title}」排序查看，保存的顺序不变，不能拖动', { title: sorted.title })}
          <Button size="small" type="link" onClick={() => controller.looks.sort(null)}>
            {t('清除排序')}
          </Button>
        </span>
      )}
      {figures && (
        <span className="data-grid-figures">
          <span>{t('计数 {count}', { count: figures.count })}</span>
          {figures.sum !== null && <span>{t('求和 {sum}', { sum: figures.sum })}</span>}
          {figures.average !== null && <span>{t('平均 {average}', { average: figures.average })}</span>}
        </span>
      )}
    </div>
  )
}
