import { Alert, Button, Form, Input, Modal } from 'antd'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { userInfoAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'
import { sessionExpiredAtom } from './announcements.ts'
import { useServices } from './services.ts'

/**
 * The session ended while a page was open. The same user may sign in again on top of the page, which keeps what was
 * typed; 重新登录 leaves everything behind.
 */
export function ExpiredDialog() {
  const { session, reload } = useServices()
  const user = useAtomValue(userInfoAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function handleSignIn({ password }: { password: string }) {
    if (!user) return
    setBusy(true)
    setProblem(null)
    try {
      await session.accept(await session.authenticate({ username: user.username, password }))
      setExpired(false)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }

  return (
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
      <div data-typing-is-not-work="">
        <Form layout="vertical" onFinish={handleSignIn} requiredMark={false}>
          {user && (
            <>
              <p className="shell-hint">{text.expired.hint}</p>
              <Form.Item
                label={`${text.expired.current}：${user.realname}（${user.username}）`}
                name="password"
                rules={[{ required: true, message: text.login.passwordRequired }]}
              >
                <Input.Password
                  autoFocus
                  autoComplete="current-password"
                  placeholder={text.expired.password}
                />
              </Form.Item>
              {problem && <Alert type="error" showIcon title={problem} className="shell-gap" />}
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
  )
}
