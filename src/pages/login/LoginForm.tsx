import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useRef } from 'react'
import type { SliderProof } from '#schemas/api/sign-in.ts'
import { SliderCheck } from '../../kit/SliderCheck.tsx'
import type { Credentials } from '../../session/authentication.ts'
import type { SignInProblem } from '../../session/sign-in-problem.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginProblemAlert } from './LoginProblemAlert.tsx'

interface LoginFormProps {
  busy: boolean
  problem: SignInProblem | null
  submitLabel?: string
  onSubmit(credentials: Credentials): void
}

/** Account and password. */
export function LoginForm({ busy, problem, submitLabel = text.login.submit, onSubmit }: LoginFormProps) {
  const [form] = Form.useForm<Credentials>()
  const proof = useRef<SliderProof | null>(null)
  const challenge = problem?.challenge ?? null
  return (
    <Form<Credentials>
      form={form}
      size="large"
      requiredMark={false}
      onFinish={(values) => {
        // Not locked meanwhile: a locked field would lose the keyboard, and a wrong password is typed once more.
        if (busy) return
        onSubmit({
          ...values,
          username: values.username.trim(),
          ...(proof.current && proof.current.challenge === challenge ? { slider: proof.current } : {}),
        })
      }}
      aria-label={text.login.title}
    >
      {problem && <LoginProblemAlert problem={problem} />}
      <Form.Item
        name="username"
        rules={[{ required: true, whitespace: true, message: text.login.accountRequired }]}
      >
        <Input
          autoFocus
          prefix={<UserOutlined />}
          placeholder={text.login.account}
          aria-label={text.login.account}
          autoComplete="username"
          maxLength={100}
        />
      </Form.Item>
      <Form.Item name="password" rules={[{ required: true, message: text.login.passwordRequired }]}>
        <Input.Password
          prefix={<LockOutlined />}
          placeholder={text.login.password}
          aria-label={text.login.password}
          autoComplete="current-password"
          maxLength={200}
        />
      </Form.Item>
      {challenge && (
        <Form.Item>
          <SliderCheck
            key={challenge}
            disabled={busy}
            onSuccess={async (track) => {
              try {
                const values = await form.validateFields()
                onSubmit({ ...values, username: values.username.trim(), slider: { challenge, track } })
              } catch {
                // The fields say what is missing; the form is sent with the slider's proof then.
                proof.current = { challenge, track }
              }
            }}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {submitLabel}
      </Button>
    </Form>
  )
}
