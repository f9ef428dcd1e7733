import { Alert } from 'antd'
import { text } from '../../text/zh-CN.ts'
import type { LoginProblem } from './use-login.ts'

/** Why a sign-in did not succeed. */
export function LoginProblemAlert({ problem }: { problem: LoginProblem }) {
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
