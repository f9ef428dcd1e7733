import { Alert } from 'antd'
import { useServices } from '../../kit/services.ts'
import { text } from '../../text/zh-CN.ts'

/** Why the last session ended, until the next one begins; nothing after the user's own sign-out. */
export function EndReasonAlert() {
  const reason = useServices().session.endReason.read()
  return (
    reason && <Alert className="login-problem" type="warning" showIcon title={text.session.ended[reason]} />
  )
}
