import { Alert, Button, Form, Input, QRCode, Space, Typography } from 'antd'
import { useState } from 'react'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { SecondFactorBegun } from '#schemas/api/sign-in.ts'
import { text } from '../text/zh-CN.ts'
import { refusedField } from './password-rules.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useServices } from './services.ts'

/** Sets up the own second factor: the password, the picture with a first code, the recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone(): void }) {
  const { http } = useServices()
  const [begun, setBegun] = useState<SecondFactorBegun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [form] = Form.useForm<{ password: string; code: string }>()
  const words = text.secondFactor

  async function ask<T>(path: string, body: object, then: (result: T) => void) {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await http.post<Envelope<T>>(path, body, { quiet: true })
      const field = refusedField(answer)
      if (answer.success) then(answer.result)
      else if (field === 'password' || field === 'code')
        form.setFields([{ name: field, errors: [answer.message] }])
      else setProblem(answer.message)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      aria-label={words.title}
      onFinish={({ password, code }) =>
        begun
          ? ask<string[]>('/sys/secondFactor/confirm', { code: code.trim() }, setCodes)
          : ask<SecondFactorBegun>('/sys/secondFactor/begin', { password }, setBegun)
      }
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
      {begun ? (
        <>
          <Typography.Paragraph>{words.scan}</Typography.Paragraph>
          <Space align="center" orientation="vertical" style={{ width: '100%', marginBottom: 16 }}>
            {/* Dark on light in either theme: cameras read it no other way. */}
            <QRCode value={begun.uri} size={200} color="#000000" bgColor="#ffffff" />
            <Typography.Text type="secondary">
              {words.manual}
              <Typography.Text code copyable style={{ wordBreak: 'break-all' }}>
                {begun.key}
              </Typography.Text>
            </Typography.Text>
          </Space>
          <Form.Item
            name="code"
            label={words.sixDigits}
            rules={[{ required: true, whitespace: true, message: words.codeRequired }]}
          >
            <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {words.enable}
          </Button>
        </>
      ) : (
        <>
          <Form.Item
            name="password"
            label={words.password}
            rules={[{ required: true, message: words.passwordRequired }]}
          >
            <Input.Password autoComplete="current-password" maxLength={200} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {words.next}
          </Button>
        </>
      )}
    </Form>
  )
}
