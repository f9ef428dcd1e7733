import { MailOutlined, UserOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import { refusedField } from '../../kit/password-rules.ts'
import { useServices } from '../../kit/services.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginLayout } from '../login/LoginLayout.tsx'
import { SmsCodeFields } from '../login/SmsCodeFields.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface Registration {
  username: string
  password: string
  email?: string
  phone: string
  code: string
}

/** A new account for the owner of a phone, where the server allows it. */
export function RegisterPage() {
  const { config, http } = useServices()
  const navigate = useNavigate()
  const [form] = Form.useForm<Registration>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function handleFinish({ username, password, email, phone, code }: Registration) {
    setBusy(true)
    setProblem(null)
    try {
      const body = { username, password, phone, smscode: code.trim(), ...(email ? { email } : {}) }
      const answer = await http.post<Envelope<null>>('/sys/user/register', body, { quiet: true })
      if (answer.success) navigate('/user/register-result', { replace: true, state: { username } })
      else showRefusal(answer)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }

  /** At its field, where it belongs to one. */
  function showRefusal(answer: Envelope<unknown>) {
    const field = refusedField(answer)
    if (field === 'password' || field === 'username' || field === 'email')
      form.setFields([{ name: field, errors: [answer.message] }])
    else setProblem(answer.message)
  }

  const words = text.register
  return (
    <LoginLayout>
      <h1 className="login-heading">{words.title}</h1>
      {config.registration !== '1' ? (
        <Alert type="info" showIcon title={words.closed} />
      ) : (
        <Form<Registration>
          form={form}
          size="large"
          requiredMark={false}
          disabled={isBusy}
          onFinish={handleFinish}
          aria-label={words.title}
        >
          {problem && <Alert className="login-problem" type="error" showIcon title={problem} />}
          <Form.Item
            name="username"
            validateFirst
            rules={[
              { required: true, message: words.username },
              { pattern: /^\w*$/, message: words.usernameChars },
              // The specification's own oddity: the rule is 4 to 18, the sentence says 6.
              { min: 4, max: 18, message: words.usernameLength },
            ]}
          >
            <Input
              autoFocus
              prefix={<UserOutlined />}
              placeholder={words.username}
              aria-label={words.username}
              autoComplete="username"
            />
          </Form.Item>
          <NewPasswordFields />
          <Form.Item name="email" rules={[{ type: 'email', message: words.emailWrong }]}>
            <Input
              prefix={<MailOutlined />}
              placeholder={words.email}
              aria-label={words.email}
              autoComplete="email"
              maxLength={100}
            />
          </Form.Item>
          <SmsCodeFields mode="1" />
          <Button type="primary" htmlType="submit" block loading={isBusy} disabled={false}>
            {words.submit}
          </Button>
        </Form>
      )}
      <div className="login-links">
        <Link to="/user/login">{words.haveAccount}</Link>
      </div>
    </LoginLayout>
  )
}
