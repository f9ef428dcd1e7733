import { Typography } from 'antd'
import { t } from '#schemas/text/text.ts'

/** Below a picker whose value is none: the value stays, with a note that it is not a date. */
export function Unreadable({ what, text }: { what: string; text: string }) {
  return (
    <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
      {t('{what}格式不正确：{text}', { what, text })}
    </Typography.Text>
  )
}
