import { Alert, Button, Form, Input, Modal } from 'antd'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { FocusReturn } from '#renderer/index.ts'
import type { SliderProof } from '#schemas/api/sign-in.ts'
import { sessionExpiredAtom } from '../kit/announcements.ts'
import { SliderCheck } from '../kit/SliderCheck.tsx'
import { useServices } from '../kit/services.ts'
import { tenantIdAtom, userInfoAtom } from '../session/atoms.ts'
import { goOnWith, signInAgain } from '../session/sign-in-again.ts'
import { type SignInProblem, signInProblemOf } from '../session/sign-in-problem.ts'
import { text } from '../text/zh-CN.ts'

/**
 * The session ended while a page was open. The same user may sign in again on top of the page, which keeps what was
 * typed; 重新登录 leaves everything behind. After wrong passwords the server asks for the slider here as on the sign-in
 * page.
 */
export function ExpiredDialog() {
  const { session, reload } = useServices()
  const user = useAtomValue(userInfoAtom)
  const tenantId = useAtomValue(tenantIdAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const [form] = Form.useForm<{ password: string; code: string }>()
  const proof = useRef<SliderProof | null>(null)
  const challenge = problem?.challenge ?? null
  const reason = session.endReason.read()

  async function handleSignIn(password: string, slider: SliderProof | null) {
    if (!user || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { username } = user
      await signInAgain(session, tenantId, { username, password, ...(slider ? { slider } : {}) })
      setExpired(false)
    } catch (error) {
      setProblem(signInProblemOf(error))
    } finally {
      setBusy(false)
    }
  }

  /** The second step, where the account has a second factor. */
  async function handleCode(code: string) {
    const challenge = problem?.secondFactor
    if (!challenge || isBusy) return
    setBusy(true)
    try {
      await goOnWith(session, tenantId, await session.authenticateByCode(challenge, code.trim()))
      setExpired(false)
    } catch (error) {
      setProblem(signInProblemOf(error))
      form.resetFields(['code'])
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <FocusReturn />
      <Modal
        open
        title={text.error.expiredTitle}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={null}
        width={420}
        zIndex={2000}
      >
        <p>{text.error.expired}</p>
        {reason && reason !== 'expired' && <p>{text.session.ended[reason]}</p>}
        <div data-typing-is-not-work="">
          <Form
            form={form}
            layout="vertical"
            requiredMark={false}
            onFinish={({ password, code }) =>
              problem?.secondFactor
                ? void handleCode(code)
                : void handleSignIn(password, proof.current?.challenge === challenge ? proof.current : null)
            }
          >
            {user && (
              <>
                <p className="shell-hint">{text.expired.hint}</p>
                <Form.Item
                  hidden={Boolean(problem?.secondFactor)}
                  label={text.expired.current(user.realname, user.username)}
                  name="password"
                  rules={[{ required: true, message: text.login.passwordRequired }]}
                >
                  <Input.Password
                    autoFocus
                    autoComplete="current-password"
                    placeholder={text.expired.password}
                  />
                </Form.Item>
                {problem?.secondFactor && (
                  <Form.Item
                    name="code"
                    label={text.secondFactor.code}
                    rules={[{ required: true, message: text.secondFactor.codeRequired }]}
                  >
                    <Input autoFocus autoComplete="one-time-code" maxLength={40} />
                  </Form.Item>
                )}
                {problem && <Alert type="error" showIcon title={problem.message} className="shell-gap" />}
                {challenge && (
                  <Form.Item>
                    <SliderCheck
                      key={challenge}
                      disabled={isBusy}
                      onSuccess={async (track) => {
                        proof.current = { challenge, track }
                        // Without a password its field says so; the form is sent with the slider's proof then.
                        const values = await form.validateFields().catch(() => null)
                        if (values) void handleSignIn(values.password, proof.current)
                      }}
                    />
                  </Form.Item>
                )}
                <Button type="primary" htmlType="submit" block loading={isBusy} className="shell-gap">
                  {text.expired.keepWorking}
                </Button>
              </>
            )}
            <Button
              block
              disabled={isBusy}
              onClick={() => void session.signOut({ quiet: true }).finally(reload)}
            >
              {text.error.signInAgain}
            </Button>
          </Form>
        </div>
      </Modal>
    </>
  )
}
