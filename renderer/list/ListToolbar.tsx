import {
  ColumnHeightOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MoreOutlined,
  ReloadOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Flex, type MenuProps, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import type { ListSetup } from './use-list-settings.ts'

const ColumnSettings = lazyDialog(async () => ({
  default: (await import('./columns/ColumnSettings.tsx')).ColumnSettings,
}))

interface Props {
  /** How the user set the list up. */
  setup: ListSetup
  /** The rows are cards, without density and widths. */
  areCards: boolean
  /** Rows below rows have no numbers. */
  isTree: boolean
  isFull: boolean
  onFull(): void
  onReload(): void
  /** Stands before the other tools. */
  tools?: ReactNode
  /** There are no columns to set up. */
  noColumns?: boolean
  /** Stands at the end, where it stays however many tools there are. */
  end?: ReactNode
  /** In a narrow window: what else the page offers. It stands in a menu, with the tools that are reached for seldom. */
  more?: NonNullable<MenuProps['items']> | undefined
  /** Buttons of the page. */
  children: ReactNode
}

/** Above the table: what can be done with its rows at the left, how it looks at the right. */
export function ListToolbar(props: Props) {
  const {
    setup,
    areCards,
    isTree,
    isFull,
    onFull,
    onReload,
    noColumns = false,
    end,
    tools,
    more,
    children,
  } = props
  const [isSetting, setIsSetting] = useState(false)
  const { settings, change } = setup
  const setUp = { title: t('列设置'), icon: <SettingOutlined />, onClick: () => setIsSetting(true) }
  const fill = {
    title: isFull ? t('退出全屏') : t('全屏'),
    icon: isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
    onClick: onFull,
  }
  return (
    <Flex justify="space-between" align="center" wrap gap={8} className="expo-list-toolbar">
      <Flex wrap gap={8} className="expo-list-buttons">
        {children}
      </Flex>
      {/* An empty row of buttons is not displayed, so nothing else pushes these to the right. */}
      <Space size={0} style={{ marginLeft: 'auto' }}>
        {tools}
        <Tool title={t('刷新')} icon={<ReloadOutlined />} onClick={onReload} />
        {areCards ? null : (
          <Dropdown
            menu={{
              selectable: true,
              selectedKeys: [settings.density ?? 'medium'],
              items: [
                { key: 'medium', label: t('默认') },
                { key: 'small', label: t('紧凑') },
              ],
              onClick: ({ key }) => change({ ...settings, density: key === 'small' ? 'small' : 'medium' }),
            }}
            trigger={['click']}
          >
            <Tooltip title={t('密度')}>
              <Button type="text" icon={<ColumnHeightOutlined />} aria-label={t('密度')} />
            </Tooltip>
          </Dropdown>
        )}
        {more ? (
          <MoreTools items={more} tools={noColumns ? [fill] : [setUp, fill]} />
        ) : (
          <>
            {noColumns ? null : <Tool {...setUp} />}
            <Tool {...fill} />
          </>
        )}
        {end}
      </Space>
      {isSetting ? (
        <ColumnSettings
          setup={setup}
          numbers={!isTree && !areCards}
          areColumns={!areCards}
          onClose={() => setIsSetting(false)}
        />
      ) : null}
    </Flex>
  )
}

interface ToolProps {
  title: string
  icon: ReactNode
  onClick(): void
}

/** Everything for which a narrow window has no button. */
function MoreTools({
  items,
  tools,
}: {
  items: NonNullable<MenuProps['items']>
  tools: readonly ToolProps[]
}) {
  const ofTools = tools.map(({ title, onClick }) => ({ key: `tool ${title}`, label: title, onClick }))
  const line = items.length > 0 ? [{ key: 'line', type: 'divider' as const }] : []
  return (
    <Dropdown trigger={['click']} menu={{ items: [...items, ...line, ...ofTools] }} placement="bottomRight">
      <Button type="text" icon={<MoreOutlined />} aria-label={t('更多操作')} aria-haspopup="menu" />
    </Dropdown>
  )
}

function Tool({ title, icon, onClick }: ToolProps) {
  return (
    <Tooltip title={title}>
      <Button type="text" icon={icon} aria-label={title} onClick={onClick} />
    </Tooltip>
  )
}
