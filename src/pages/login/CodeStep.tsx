import { SafetyOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { text } from '../../text/zh-CN.ts'
import { LoginProblemAlert } from './LoginProblemAlert.tsx'
import type { useLogin } from './use-login.ts'

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function CodeStep({ login }: { login: ReturnType<typeof useLogin> }) {
  const words = text.secondFactor
  const [form] = Form.useForm<{ code: string }>()
  const [isTried, setTried] = useState(false)
  return (
    <Form<{ code: string }>
      form={form}
      size="large"
      requiredMark={false}
      aria-label={words.title}
      onFinish={async ({ code }) => {
        if (login.busy) return
        form.resetFields()
        setTried(true)
        await login.submitCode(code.trim())
      }}
    >
      <h1 className="login-heading">{words.title}</h1>
      <p className="login-hint">{words.hint}</p>
      {isTried && !login.busy && login.problem && <LoginProblemAlert problem={login.problem} />}
      <Form.Item name="code" rules={[{ required: true, whitespace: true, message: words.codeRequired }]}>
        <Input
          autoFocus
          prefix={<SafetyOutlined />}
          placeholder={words.code}
          aria-label={words.code}
          autoComplete="one-time-code"
          maxLength={40}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={login.busy}>
        {words.submit}
      </Button>
      <div className="login-links">
        <Button type="link" onClick={login.forgetProblem}>
          {text.signIn.back}
        </Button>
      </div>
    </Form>
  )
}
