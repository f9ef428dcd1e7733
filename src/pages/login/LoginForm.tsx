import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import type { Credentials } from '../../session/session.ts'
import { text } from '../../text/zh-CN.ts'
import type { LoginProblem } from './use-login.ts'

interface LoginFormProps {
  busy: boolean
  problem: LoginProblem | null
  onSubmit(credentials: Credentials): void
}

/** Account and password. */
export function LoginForm({ busy, problem, onSubmit }: LoginFormProps) {
  return (
    <Form<Credentials>
      size="large"
      requiredMark={false}
      disabled={busy}
      initialValues={{ remember_me: true }}
      onFinish={(values) => onSubmit({ ...values, username: values.username.trim() })}
      aria-label={text.login.title}
    >
      <h1 className="login-heading">{text.login.title}</h1>
      {problem && (
        <Alert
          className="login-problem"
          type={problem.kind === 'locked' ? 'warning' : 'error'}
          showIcon
          title={problem.kind === 'locked' ? text.login.locked : text.login.failed}
          description={problem.message}
        />
      )}
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
      <Form.Item name="remember_me" valuePropName="checked">
        <Checkbox>{text.login.remember}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy} disabled={false}>
        {text.login.submit}
      </Button>
    </Form>
  )
}
