import { Empty, Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { t } from '#schemas/text/text.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { layoutOf } from '../model/list-layouts.ts'
import { ListFault } from './ListFault.tsx'
import type { LayoutProps } from './layouts/layout-props.ts'
import { LiveNotice } from './live/LiveNotice.tsx'
import type { ListModel } from './use-list.ts'

// A list that is a table loads none of them.
const BoardLayout = lazyPart(async () => ({
  default: (await import('./layouts/BoardLayout.tsx')).BoardLayout,
}))
const CalendarLayout = lazyPart(async () => ({
  default: (await import('./layouts/CalendarLayout.tsx')).CalendarLayout,
}))
const GalleryLayout = lazyPart(async () => ({
  default: (await import('./layouts/GalleryLayout.tsx')).GalleryLayout,
}))

interface Props extends Omit<LayoutProps<unknown>, 'layout'> {
  /** The rows as a table. */
  children: ReactNode
}

/** The rows of a list in the way that is chosen. */
export function ListBody({ children, ...props }: Props) {
  const { list } = props
  const { shape, state, missing, rows, error, reload } = list
  const layout = layoutOf(shape, state)
  if (layout.kind === 'table') return children
  if (missing.length > 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={t('请先填写查询条件：{titles}', { titles: missing.join('、') })}
      />
    )
  const waiting = <Skeleton active paragraph={{ rows: 8 }} className="expo-list-skeleton" />
  if (layout.kind !== 'board') {
    if (rows === null && error) return <ListFault error={error} reload={reload} />
    if (rows === null) return waiting
  }
  return (
    <Suspense fallback={waiting}>
      {layout.kind === 'board' ? null : <LiveNotice list={list} />}
      {layout.kind === 'board' ? (
        <BoardLayout key={layout.key} layout={layout} {...props} />
      ) : layout.kind === 'calendar' ? (
        <CalendarLayout key={layout.key} layout={layout} {...props} />
      ) : (
        <GalleryLayout key={layout.key} layout={layout} {...props} />
      )}
    </Suspense>
  )
}

/** Whether the rows stand in a table now. */
export function isTable({ shape, state }: ListModel): boolean {
  return layoutOf(shape, state).kind === 'table'
}
