import { ColumnHeightOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { t } from '#schemas/text/text.ts'

interface RowHeightMenuProps {
  isCompact: boolean
  onChoose(isCompact: boolean): void
}

/** How high the rows are. */
export function RowHeightMenu({ isCompact, onChoose }: RowHeightMenuProps) {
  return (
    <Dropdown
      menu={{
        selectable: true,
        selectedKeys: [isCompact ? 'compact' : 'full'],
        items: [
          { key: 'full', label: t('默认') },
          { key: 'compact', label: t('紧凑') },
        ],
        onClick: ({ key }) => onChoose(key === 'compact'),
      }}
      trigger={['click']}
      placement="bottomRight"
    >
      <Tooltip title={t('行高')}>
        <Button size="small" type="text" icon={<ColumnHeightOutlined />} aria-label={t('行高')} />
      </Tooltip>
    </Dropdown>
  )
}
