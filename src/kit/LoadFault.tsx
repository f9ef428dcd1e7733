import { Alert, Button } from 'antd'
import type { Request } from '#renderer/index.ts'
import { text } from '../text/zh-CN.ts'

interface LoadFaultProps {
  of: Pick<Request<unknown>, 'error' | 'reload'>
  className?: string
}

/** Why something could not be loaded, and 重试; nothing while all is well. */
export function LoadFault({ of: { error, reload }, className }: LoadFaultProps) {
  return (
    error && (
      <Alert
        type="error"
        showIcon
        title={error.message}
        {...(className ? { className } : {})}
        action={
          <Button size="small" onClick={reload}>
            {text.retry}
          </Button>
        }
      />
    )
  )
}
