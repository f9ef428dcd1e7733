import { Skeleton } from 'antd'

/** A page on its way. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton">
      <Skeleton active title={false} paragraph={{ rows: 1 }} />
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  )
}
