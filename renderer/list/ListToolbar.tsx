import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Flex, Space, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'
import type { ListSize } from './RecordTable.tsx'

interface Props {
  /** How close the rows of the table are; absent where they are no table. */
  density?: { size: ListSize; onSize(size: ListSize): void } | undefined
  onReload(): void
  /** Buttons of the page. */
  children: ReactNode
}

/** Above the table: what can be done with its rows at the left, how it looks at the right. */
export function ListToolbar({ density, onReload, children }: Props) {
  return (
    <Flex justify="space-between" align="center" wrap gap={8} className="expo-list-toolbar">
      <Flex wrap gap={8}>
        {children}
      </Flex>
      {/* An empty row of buttons is not displayed, so nothing else pushes these to the right. */}
      <Space size={0} style={{ marginLeft: 'auto' }}>
        <Tooltip title={t('刷新')}>
          <Button type="text" icon={<ReloadOutlined />} aria-label={t('刷新')} onClick={onReload} />
        </Tooltip>
        {density ? (
          <Dropdown
            menu={{
              selectable: true,
              selectedKeys: [density.size],
              items: [
                { key: 'medium', label: t('默认') },
                { key: 'small', label: t('紧凑') },
              ],
              onClick: ({ key }) => density.onSize(key === 'small' ? 'small' : 'medium'),
            }}
            trigger={['click']}
          >
            <Tooltip title={t('密度')}>
              <Button type="text" icon={<ColumnHeightOutlined />} aria-label={t('密度')} />
            </Tooltip>
          </Dropdown>
        ) : null}
      </Space>
    </Flex>
  )
}
