import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { text } from '../text/zh-CN.ts'
import { useServices } from './services.ts'

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
  const [form] = Form.useForm<Change>()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(true)

  async function handleFinish(change: Change) {
    setBusy(true)
    try {
      const answer = await session.updatePassword(change)
      if (answer.success) {
        void message.success(answer.message)
        setOpen(false)
      } else void message.warning(answer.message)
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
