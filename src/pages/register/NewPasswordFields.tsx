import { LockOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { text } from '../../text/zh-CN.ts'

const MIN_LENGTH = 8

/** A new password and its repetition: the fields `password` and `confirm` of the form around them. */
export function NewPasswordFields() {
  return (
    <>
      <Form.Item
        name="password"
        validateFirst
        rules={[
          { required: true, message: text.register.password },
          { min: MIN_LENGTH, message: text.register.passwordShort },
        ]}
      >
        <Input.Password
          prefix={<LockOutlined />}
          placeholder={text.register.password}
          aria-label={text.register.password}
          autoComplete="new-password"
          maxLength={128}
        />
      </Form.Item>
      <Form.Item
        name="confirm"
        dependencies={['password']}
        rules={[
          { required: true, message: text.register.confirm },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(text.password.different)),
          }),
        ]}
      >
        <Input.Password
          prefix={<LockOutlined />}
          placeholder={text.register.confirm}
          aria-label={text.register.confirm}
          autoComplete="new-password"
          maxLength={128}
        />
      </Form.Item>
    </>
  )
}
