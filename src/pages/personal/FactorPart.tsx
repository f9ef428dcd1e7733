import { Alert, App, Button, Form, Input, Modal, Space, Spin, Typography } from 'antd'
import { useState } from 'react'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { SecondFactorState } from '#schemas/api/sign-in.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { refusedField } from '../../kit/password-rules.ts'
import { RecoveryCodes } from '../../kit/RecoveryCodes.tsx'
import { SecondFactorSetup } from '../../kit/SecondFactorSetup.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { text } from '../../text/zh-CN.ts'

type Asked = 'codes' | 'remove'
const TITLES: Readonly<Record<Asked, string>> = texts({ codes: '重新生成恢复码', remove: '关闭二次验证' })

/** The own second factor: on or off, and the recovery codes. */
export function FactorPart() {
  const { message } = App.useApp()
  const loaded = useAnswer<SecondFactorState>('/sys/secondFactor')
  const [isSetup, setSetup] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data: state } = loaded
  if (loaded.error) return <LoadFault of={loaded} />
  if (!state) return <Spin />

  const handleDone = () => {
    setSetup(false)
    setCodes(null)
    loaded.reload()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={handleDone} />
  if (!state.enabled)
    return isSetup ? (
      <div style={{ maxWidth: 420 }}>
        <SecondFactorSetup onDone={handleDone} />
      </div>
    ) : (
      <>
        <Typography.Paragraph>
          {t('登录时除密码外还需输入手机上的动态验证码，密码泄露时账号仍安全。')}
        </Typography.Paragraph>
        <Button type="primary" onClick={() => setSetup(true)}>
          {t('启用二次验证')}
        </Button>
      </>
    )
  return (
    <>
      <Alert
        type={state.codesLeft < 3 ? 'warning' : 'success'}
        showIcon
        title={t('二次验证已启用')}
        description={t('剩余恢复码 {codesLeft} 个{value}', {
          codesLeft: state.codesLeft,
          value: state.required ? t('；您的角色要求使用二次验证') : '',
        })}
        style={{ marginBottom: 16, maxWidth: 560 }}
      />
      <Space wrap>
        <Button onClick={() => setAsked('codes')}>{TITLES.codes}</Button>
        <Button danger disabled={state.required} onClick={() => setAsked('remove')}>
          {TITLES.remove}
        </Button>
      </Space>
      {asked && (
        <CodeDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={(answer) => {
            setAsked(null)
            void message.success(answer.message)
            if (asked === 'codes') setCodes(answer.result as readonly string[])
            else loaded.reload()
          }}
        />
      )}
    </>
  )
}

interface CodeDialogProps {
  asked: Asked
  onClose(): void
  onDone(answer: Envelope<unknown>): void
}

/** Asks for a code before what protects the account changes. */
function CodeDialog({ asked, onClose, onDone }: CodeDialogProps) {
  const { http } = useServices()
  const [form] = Form.useForm<{ code: string }>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const handleFinish = async ({ code }: { code: string }) => {
    setBusy(true)
    setProblem(null)
    try {
      const path = `/sys/secondFactor/${asked}`
      const answer = await http.post<Envelope<unknown>>(path, { code: code.trim() }, { quiet: true })
      if (answer.success) onDone(answer)
      else if (refusedField(answer) === 'code') form.setFields([{ name: 'code', errors: [answer.message] }])
      else setProblem(answer.message)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={TITLES[asked]}
      okText={text.confirm}
      cancelText={text.cancel}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={handleFinish}>
        <Form.Item
          name="code"
          label={text.secondFactor.code}
          rules={[{ required: true, whitespace: true, message: text.secondFactor.codeRequired }]}
        >
          <Input autoFocus autoComplete="one-time-code" maxLength={40} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
