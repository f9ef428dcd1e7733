import { Alert, Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'

interface Props {
  count: number
  /** All rows of the query are chosen, on all pages. */
  isAll?: boolean
  /** How many rows the query has, where all of them can be chosen. */
  total?: number
  onAll?: (() => void) | null
  onClear(): void
  /** What can be done with the chosen rows. */
  children?: ReactNode
}

/** How many rows are chosen, and what can be done with them; nothing where none is. */
export function SelectionBar({ count, isAll = false, total = 0, onAll, onClear, children }: Props) {
  if (count === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      className="expo-list-selection"
      title={
        <Flex wrap gap={8} align="center">
          <span>
            {isAll ? t('已选择全部结果') : t('已选择')} <strong>{count}</strong> {t('项')}
          </span>
          <Button type="link" size="small" onClick={onClear}>
            {t('清空')}
          </Button>
          {onAll && !isAll && total > count ? (
            <Button type="link" size="small" onClick={onAll}>
              {t('选择全部 {total} 条结果', { total })}
            </Button>
          ) : null}
          {children}
        </Flex>
      }
    />
  )
}
