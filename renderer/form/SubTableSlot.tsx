import { Alert, Button, Skeleton } from 'antd'
import { t } from '#schemas/text/text.ts'
import { useRequest } from '../data/use-request.ts'
import type { SubTableGridProps } from '../grid/sub-table/types.ts'
import { openSubTable } from './open-sub-table.ts'
import { RowSheet } from './RowSheet.tsx'

/** The grid is a program of its own, loaded when a sub table is shown. */
const loadGrid = async () => (await import('../grid/index.ts')).SubTableGrid

interface Props extends SubTableGridProps {
  /** For tests. */
  load?: typeof loadGrid
}

/** A sub table once its grid is there. While it cannot be opened, the form around it works and keeps what was typed. */
export function SubTableSlot({ load = loadGrid, ...props }: Props) {
  const { data: Grid, error, reload } = useRequest(() => openSubTable(load), [])
  if (Grid) return <Grid rowSheet={RowSheet} {...props} />
  if (!error) return <Skeleton active paragraph={{ rows: 4 }} />
  return (
    <Alert
      type="error"
      showIcon
      title={t('打开子表失败')}
      action={
        <Button size="small" onClick={reload}>
          {t('重试')}
        </Button>
      }
    />
  )
}
