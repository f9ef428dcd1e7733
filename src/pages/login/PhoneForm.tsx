import { Button, Form } from 'antd'
import type { SignInProblem } from '../../session/sign-in-problem.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginProblemAlert } from './LoginProblemAlert.tsx'
import { SmsCodeFields } from './SmsCodeFields.tsx'

interface PhoneFormProps {
  busy: boolean
  problem: SignInProblem | null
  onSubmit(phone: string, code: string): void
}

/** Phone and a code sent to it. */
export function PhoneForm({ busy, problem, onSubmit }: PhoneFormProps) {
  return (
    <Form<{ phone: string; code: string }>
      size="large"
      requiredMark={false}
      onFinish={({ phone, code }) => {
        // Not locked meanwhile: a locked field would lose the keyboard.
        if (!busy) onSubmit(phone, code.trim())
      }}
      aria-label={text.signIn.byPhone}
    >
      {problem && <LoginProblemAlert problem={problem} />}
      <SmsCodeFields mode="0" />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {text.login.submit}
      </Button>
    </Form>
  )
}
