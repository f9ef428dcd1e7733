import { Typography } from 'antd'
import { type ReadProps, useLanguage } from '#renderer/index.ts'
import { cronSentence } from '#schemas/rules/cron-sentence.ts'

/** An expression, and what it means. */
export function ReadCron({ value }: ReadProps<object, string>) {
  useLanguage()
  return (
    <>
      {value} <Typography.Text type="secondary">{cronSentence(value)}</Typography.Text>
    </>
  )
}
