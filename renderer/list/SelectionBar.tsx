import { Alert, Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'

interface Props {
  count: number
  onClear(): void
  /** What can be done with the chosen rows. */
  children?: ReactNode
}

/** How many rows are chosen, and what can be done with them; nothing where none is. */
export function SelectionBar({ count, onClear, children }: Props) {
  if (count === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      className="expo-list-selection"
      title={
        <Flex wrap gap={8} align="center">
          <span>
            {t('已选择')} <strong>{count}</strong> {t('项')}
          </span>
          <Button type="link" size="small" onClick={onClear}>
            {t('清空')}
          </Button>
          {children}
        </Flex>
      }
    />
  )
}
