import { Alert, Button, Form, Result, Steps } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PhoneVerified } from '#schemas/api/sign-in.ts'
import { refusedField } from '../../kit/password-rules.ts'
import { useServices } from '../../kit/services.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginLayout } from '../login/LoginLayout.tsx'
import { SmsCodeFields } from '../login/SmsCodeFields.tsx'
import { NewPasswordFields } from '../register/NewPasswordFields.tsx'

interface Verified extends PhoneVerified {
  phone: string
}

/** A forgotten password: the owner of the account's phone sets a new one. */
export function AlterationPage() {
  const { http } = useServices()
  const navigate = useNavigate()
  const [verified, setVerified] = useState<Verified | null>(null)
  const [isDone, setDone] = useState(false)
  const [form] = Form.useForm<{ password: string }>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const words = text.alteration

  async function ask<T>(path: string, body: object, then: (result: T) => void) {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await http.post<Envelope<T>>(path, body, { quiet: true })
      if (answer.success) then(answer.result)
      else if (refusedField(answer) === 'password')
        form.setFields([{ name: 'password', errors: [answer.message] }])
      else setProblem(answer.message)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }

  const verify = ({ phone, code }: { phone: string; code: string }) =>
    ask<PhoneVerified>('/sys/user/phoneVerification', { phone, smscode: code.trim() }, (result) =>
      setVerified({ ...result, phone }),
    )
  const change = ({ password }: { password: string }) =>
    ask<null>('/sys/user/passwordChange', { ...verified, password }, () => setDone(true))

  const step = isDone ? 2 : verified ? 1 : 0
  const submit = (label: string) => (
    <Button type="primary" htmlType="submit" block loading={isBusy} disabled={false}>
      {label}
    </Button>
  )
  return (
    <LoginLayout>
      <h1 className="login-heading">{words.title}</h1>
      <Steps
        size="small"
        responsive={false}
        titlePlacement="vertical"
        current={step}
        items={words.steps.map((title) => ({ title }))}
        style={{ marginBottom: 24 }}
      />
      {problem && <Alert className="login-problem" type="error" showIcon title={problem} />}
      {step === 0 && (
        <Form
          size="large"
          requiredMark={false}
          disabled={isBusy}
          onFinish={verify}
          aria-label={words.steps[0]}
        >
          <SmsCodeFields mode="2" />
          {submit(words.next)}
        </Form>
      )}
      {step === 1 && verified && (
        <Form
          form={form}
          size="large"
          requiredMark={false}
          disabled={isBusy}
          onFinish={change}
          aria-label={words.steps[1]}
        >
          <p>{words.account(verified.username)}</p>
          <NewPasswordFields />
          {submit(words.submit)}
        </Form>
      )}
      {step === 2 && (
        <Result
          status="success"
          title={words.done}
          subTitle={words.doneHint}
          extra={
            <Button type="primary" size="large" onClick={() => navigate('/user/login')}>
              {text.register.toLogin}
            </Button>
          }
        />
      )}
      {step < 2 && (
        <div className="login-links">
          <Link to="/user/login">{text.signIn.back}</Link>
        </div>
      )}
    </LoginLayout>
  )
}
