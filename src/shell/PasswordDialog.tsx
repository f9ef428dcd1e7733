import { App, Form, Input, Modal } from 'antd'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { tenantIdAtom, userInfoAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'
import { sessionExpiredAtom } from './announcements.ts'
import { useServices } from './services.ts'
import { signInAgain } from './sign-in-again.ts'

const WIDTH_PX = 800

interface Change {
  oldpassword: string
  password: string
  confirmpassword: string
}

/** Changes the signed-in user's own password. */
export function PasswordDialog({ onClose }: { onClose(): void }) {
  const { session } = useServices()
  const { message } = App.useApp()
  const username = useAtomValue(userInfoAtom)?.username
  const tenantId = useAtomValue(tenantIdAtom)
  const setExpired = useSetAtom(sessionExpiredAtom)
  const [form] = Form.useForm<Change>()
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
      // The next call asks to sign in, on top of the page.
      console.warn('not signed in again after the change of password', error)
    }
  }

  async function handleFinish(change: Change) {
    setBusy(true)
    try {
      const answer = await session.updatePassword(change)
      if (!answer.success) return void message.warning(answer.message)
      await goOn(change.password)
      void message.success(answer.message)
      setOpen(false)
    } catch {
      // The client has said it; what was typed stays.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={isOpen}
      title={text.password.title}
      width={WIDTH_PX}
      okText={text.confirm}
      cancelText={text.cancel}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
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
          rules={[{ required: true, message: text.password.newRequired }]}
        >
          <Input.Password autoComplete="new-password" placeholder={text.password.newRequired} />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label={text.password.confirm}
          dependencies={['password']}
          rules={[
            { required: true, message: text.password.confirmRequired },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(text.password.different)),
            }),
          ]}
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
