import { Alert, App, Form, Input, Modal } from 'antd'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { policyText } from '#schemas/rules/password-policy.ts'
import { replacingSessionAtom, tenantIdAtom, userInfoAtom } from '../session/atoms.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { signInProblemOf } from '../session/sign-in-problem.ts'
import { SignInRefused } from '../session/sign-in-refused.ts'
import { text } from '../text/zh-CN.ts'
import { sessionExpiredAtom } from './announcements.ts'
import { refusedField, usePasswordRules } from './password-rules.ts'
import { SAME_AS_PASSWORD } from './same-as-password.ts'
import { useServices } from './services.ts'

const WIDTH_PX = 800

interface Change {
  oldpassword: string
  password: string
  confirmpassword: string
}

interface PasswordDialogProps {
  onClose(): void
  /** It is left by changing the password or by signing out, in no other way. */
  isForced?: boolean
}

/** Changes the signed-in user's own password. */
export function PasswordDialog({ onClose, isForced = false }: PasswordDialogProps) {
  const { session } = useServices()
  const { message } = App.useApp()
  const username = useAtomValue(userInfoAtom)?.username
  const tenantId = useAtomValue(tenantIdAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const setReplacing = useSetAtom(replacingSessionAtom)
  const [form] = Form.useForm<Change>()
  const rules = usePasswordRules()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(true)

  /** The server ends every session when the password changes; the page goes on with a new one. */
  async function goOn(password: string) {
    if (!username) return
    try {
      await signInAgain(session, tenantId, { username, password })
      // Another call may have met the end of the session meanwhile.
      setExpired(false)
    } catch (error) {
      // A code of the second factor is still to be given, on top of the page.
      if (!isForced && error instanceof SignInRefused && signInProblemOf(error).secondFactor) {
        setExpired(true)
        return
      }
      // The next call asks to sign in, on top of the page.
      console.warn('not signed in again after the change of password', error)
      // Nothing can be done with the old session.
      if (isForced) await session.signOut({ quiet: true })
    }
  }

  async function handleFinish(change: Change) {
    setBusy(true)
    setReplacing(true)
    try {
      const answer = await session.updatePassword(change)
      if (!answer.success) {
        const field = refusedField(answer)
        if (field === 'oldpassword' || field === 'password' || field === 'confirmpassword')
          form.setFields([{ name: field, errors: [answer.message] }])
        else void message.warning(answer.message)
        return
      }
      await goOn(change.password)
      void message.success(answer.message)
      setOpen(false)
    } catch {
      // The client has said it; what was typed stays.
    } finally {
      setReplacing(false)
      setBusy(false)
    }
  }

  return (
    <Modal
      open={isOpen}
      title={text.password.title}
      width={WIDTH_PX}
      okText={text.confirm}
      cancelText={isForced ? text.user.logout : text.cancel}
      closable={!isForced}
      keyboard={!isForced}
      mask={{ closable: !isForced }}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => (isForced ? void session.signOut() : setOpen(false))}
      afterClose={onClose}
    >
      {isForced && <Alert type="warning" showIcon title={text.password.forced} />}
      <Form
        form={form}
        labelCol={{ sm: { span: 5 } }}
        wrapperCol={{ sm: { span: 16 } }}
        onFinish={handleFinish}
        className="shell-gap"
      >
        <Form.Item
          name="oldpassword"
          label={text.password.old}
          rules={[{ required: true, message: text.password.oldRequired }]}
        >
          <Input.Password autoFocus autoComplete="current-password" placeholder={text.password.oldRequired} />
        </Form.Item>
        <Form.Item
          name="password"
          label={text.password.new}
          extra={rules && policyText(rules)}
          rules={[{ required: true, message: text.password.newRequired }]}
        >
          <Input.Password autoComplete="new-password" placeholder={text.password.newRequired} />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label={text.password.confirm}
          dependencies={['password']}
          rules={[{ required: true, message: text.password.confirmRequired }, SAME_AS_PASSWORD]}
        >
          <Input.Password
            autoComplete="new-password"
            placeholder={text.password.confirmRequired}
            onPressEnter={() => form.submit()}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
