import { LockOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { policyText } from '#schemas/rules/password-policy.ts'
import { usePasswordRules } from '../../kit/password-rules.ts'
import { SAME_AS_PASSWORD } from '../../kit/same-as-password.ts'
import { text } from '../../text/zh-CN.ts'

/** A new password and its repetition: the fields `password` and `confirm` of the form around them. */
export function NewPasswordFields() {
  const rules = usePasswordRules()
  return (
    <>
      <Form.Item
        name="password"
        validateFirst
        extra={rules && policyText(rules)}
        rules={[
          { required: true, message: text.register.password },
          ...(rules ? [{ min: rules.minLength, message: text.password.short(rules.minLength) }] : []),
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
        rules={[{ required: true, message: text.register.confirm }, SAME_AS_PASSWORD]}
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
