import { ColumnHeightOutlined, DeleteOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Flex, Space, Tooltip } from 'antd'

export type ListSize = 'small' | 'medium'

interface Props {
  size: ListSize
  onSize(size: ListSize): void
  onReload(): void
  onAdd?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** Above the table: what can be done with its rows at the left, how it looks at the right. */
export function ListToolbar({ size, onSize, onReload, onAdd, onRemove }: Props) {
  return (
    <Flex justify="space-between" align="center" wrap gap={8} className="expo-list-toolbar">
      <Space wrap>
        {onAdd ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
            新增
          </Button>
        ) : null}
        {onRemove ? (
          <Button danger icon={<DeleteOutlined />} onClick={onRemove}>
            批量删除
          </Button>
        ) : null}
      </Space>
      <Space size={0}>
        <Tooltip title="刷新">
          <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={onReload} />
        </Tooltip>
        <Dropdown
          menu={{
            selectable: true,
            selectedKeys: [size],
            items: [
              { key: 'medium', label: '默认' },
              { key: 'small', label: '紧凑' },
            ],
            onClick: ({ key }) => onSize(key === 'small' ? 'small' : 'medium'),
          }}
          trigger={['click']}
        >
          <Tooltip title="密度">
            <Button type="text" icon={<ColumnHeightOutlined />} aria-label="密度" />
          </Tooltip>
        </Dropdown>
      </Space>
    </Flex>
  )
}
