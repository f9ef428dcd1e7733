import { AppstoreOutlined, CalendarOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import type { ListLayout } from '#schemas/compile/model.ts'
import { t, texts } from '#schemas/text/text.ts'
import { useScreen } from '../kit/use-screen.ts'
import { layoutOf } from '../model/list-layouts.ts'
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
  const isNarrow = useScreen() === 'xs'
  const { layouts } = shape
  if (!layouts) return null
  return (
    <Segmented
      aria-label={t('显示方式')}
      value={layoutOf(shape, state).key}
      options={layouts.map(({ key, kind, title }) => ({
        value: key,
        label: title ?? NAMES[kind],
        ...(isNarrow ? {} : { icon: ICONS[kind] }),
      }))}
      onChange={(key) => {
        // What is ticked in a table is not seen elsewhere.
        choose(new Map())
        const { layout: _, ...rest } = state
        navigate({ ...rest, pageNo: 1, ...(key === layouts[0]?.key ? {} : { layout: key }) })
      }}
    />
  )
}
