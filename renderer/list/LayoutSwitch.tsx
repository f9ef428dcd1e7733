import { AppstoreOutlined, CalendarOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Dropdown, Segmented, Tooltip } from 'antd'
import type { ListLayout } from '#schemas/compile/model.ts'
import { t, texts } from '#schemas/text/text.ts'
import { layoutOf } from '../model/list-layouts.ts'
import { useNarrow } from './RecordTable.tsx'
import type { ListModel } from './use-list.ts'

const NAMES = texts({
  table: '表格',
  board: '看板',
  calendar: '日历',
  gallery: '画廊',
} as const satisfies Record<ListLayout['kind'], string>)

const ICONS = {
  table: <TableOutlined />,
  board: <AppstoreOutlined />,
  calendar: <CalendarOutlined />,
  gallery: <PictureOutlined />,
} as const satisfies Record<ListLayout['kind'], unknown>

/** Shows the rows of a list in another way; nothing where there is only one. */
export function LayoutSwitch({ list }: { list: ListModel }) {
  const { shape, state, navigate, choose } = list
  const isNarrow = useNarrow()
  const { layouts } = shape
  if (!layouts) return null
  const now = layoutOf(shape, state)
  const show = (key: string) => {
    if (key === now.key) return
    // What is ticked in a table is not seen elsewhere.
    choose(new Map())
    const { layout: _, ...rest } = state
    navigate({ ...rest, pageNo: 1, ...(key === layouts[0]?.key ? {} : { layout: key }) })
  }
  const label = t('显示方式')
  if (isNarrow)
    return (
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [now.key],
          items: layouts.map(({ key, kind, title }) => ({
            key,
            label: title ?? NAMES[kind],
            icon: ICONS[kind],
          })),
          onClick: ({ key }) => show(key),
        }}
      >
        <Tooltip title={label}>
          <Button type="text" icon={ICONS[now.kind]} aria-label={label} />
        </Tooltip>
      </Dropdown>
    )
  return (
    <Segmented
      aria-label={label}
      value={now.key}
      options={layouts.map(({ key, kind, title }) => ({
        value: key,
        label: title ?? NAMES[kind],
        icon: ICONS[kind],
      }))}
      onChange={show}
    />
  )
}
