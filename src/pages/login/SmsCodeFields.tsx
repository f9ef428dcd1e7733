import { MobileOutlined, SafetyOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import { RequestError } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { PHONE_PATTERN, type SmsMode } from '#schemas/api/sign-in.ts'
import { useServices } from '../../kit/services.ts'
import { text } from '../../text/zh-CN.ts'

/** A code may be asked for again after this many seconds. */
const WAIT_S = 60

/** Phone and the code that is sent to it: the fields `phone` and `code` of the form around them. */
export function SmsCodeFields({ mode }: { mode: SmsMode }) {
  const { http } = useServices()
  const { message } = App.useApp()
  const form = Form.useFormInstance<{ phone: string; code: string }>()
  const [until, setUntil] = useState(0)
  const left = useSecondsTo(until)

  async function handleSend() {
    try {
      await form.validateFields(['phone'])
    } catch {
      // The field says what is wrong.
      return
    }
    setUntil(Date.now() + WAIT_S * 1000)
    try {
      const answer = await http.post<Envelope<null>>('/sys/sms', {
        mobile: form.getFieldValue('phone'),
        smsmode: mode,
      })
      void message.success(answer.message || text.signIn.codeSent)
      form.getFieldInstance('code')?.focus?.()
    } catch (error) {
      // The client has said why.
      if (!(error instanceof RequestError)) throw error
      setUntil(0)
    }
  }

  return (
    <>
      <Form.Item
        name="phone"
        rules={[
          { required: true, message: text.signIn.phone },
          { pattern: new RegExp(PHONE_PATTERN), message: text.signIn.phoneWrong },
        ]}
      >
        <Input
          prefix={<MobileOutlined />}
          placeholder={text.signIn.phone}
          aria-label={text.signIn.phone}
          autoComplete="tel"
          inputMode="tel"
          maxLength={11}
        />
      </Form.Item>
      <Form.Item>
        <Space.Compact block>
          <Form.Item name="code" noStyle rules={[{ required: true, message: text.signIn.code }]}>
            <Input
              prefix={<SafetyOutlined />}
              placeholder={text.signIn.code}
              aria-label={text.signIn.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
            />
          </Form.Item>
          <Button onClick={handleSend} disabled={left > 0}>
            {left > 0 ? text.signIn.codeAgain(left) : text.signIn.getCode}
          </Button>
        </Space.Compact>
      </Form.Item>
    </>
  )
}

/** Whole seconds until a moment; counts down while it is ahead. */
function useSecondsTo(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
