import type { FormRule } from 'antd'
import { text } from '../text/zh-CN.ts'

/** Rule of the field that repeats a form's `password`: empty passes, for that `required` is there. */
export const SAME_AS_PASSWORD: FormRule = ({ getFieldValue }) => ({
  validator: (_, value) =>
    !value || value === getFieldValue('password')
      ? Promise.resolve()
      : Promise.reject(new Error(text.password.different)),
})
