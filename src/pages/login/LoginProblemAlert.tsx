import { Alert } from 'antd'
import type { SignInProblem } from '../../session/sign-in-problem.ts'
import { text } from '../../text/zh-CN.ts'

/** Why a sign-in did not succeed. */
export function LoginProblemAlert({ problem }: { problem: SignInProblem }) {
  return (
    <Alert
      className="login-problem"
      type={problem.kind === 'locked' ? 'warning' : 'error'}
      showIcon
      title={problem.kind === 'locked' ? text.login.locked : text.login.failed}
      description={problem.message}
    />
  )
}
