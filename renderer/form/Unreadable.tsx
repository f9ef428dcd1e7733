import { Typography } from 'antd'

/** Below a picker whose value is none: the value stays, and nobody takes it for a date. */
export function Unreadable({ what, text }: { what: '日期' | '时间'; text: string }) {
  return (
    <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
      {what}格式不正确：{text}
    </Typography.Text>
  )
}
