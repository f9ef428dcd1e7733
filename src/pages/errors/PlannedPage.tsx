import { Result } from 'antd'
import { text } from '../../text/zh-CN.ts'

/** A generated page of a kind that the application does not have yet. */
export function PlannedPage({ what }: { what: 'report' | 'chart' }) {
  return <Result status="info" title={text.pages.planned[what]} />
}
