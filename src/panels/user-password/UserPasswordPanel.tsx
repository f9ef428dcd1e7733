import { App, Button, Typography } from 'antd'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PasswordRules } from '#schemas/api/sign-in.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { policyText } from '#schemas/rules/password-policy.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { usePasswordRules } from '../../kit/password-rules.ts'
import { useServices } from '../../kit/services.ts'
import { PanelFields } from '../PanelFields.tsx'

const formWith = (rules: PasswordRules | null) =>
  compileForm({
    kind: 'form',
    code: 'user_password',
    title: t('重置密码'),
    schema: {
      type: 'object',
      required: ['password', 'again'],
      properties: {
        password: {
          type: 'string',
          title: t('新密码'),
          view: 'password',
          maxLength: 128,
          ...(rules ? { description: policyText(rules), minLength: rules.minLength } : {}),
        },
        again: { type: 'string', title: t('确认密码'), view: 'password', maxLength: 128 },
      },
    },
  })

/** A new password for a user, given by somebody else: it has to be changed at the next sign-in. */
export default function UserPasswordPanel({ records, done, close, setUnsaved }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const [row, setRow] = useState<Row>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, save } = useSave()
  const rules = usePasswordRules()
  const form = useMemo(() => formWith(rules), [rules])
  useEffect(() => setUnsaved(Object.values(row).some(Boolean)), [row, setUnsaved])
  const username = String(records[0]?.username ?? '')

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { password, again } = row
    const found = Object.fromEntries(
      createRowValidator(form)
        .validate(row)
        .map((error) => [error.field, error.message]),
    )
    if (again && again !== password) found.again = t('两次输入的密码不一致')
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save(
      async () => {
        resultOf(await http.put<Envelope<null>>('/sys/user/changePassword', { username, password }))
        message.success(t('密码已重置，该用户须重新登录并修改密码'))
        done()
      },
      (error) => setErrors({ password: error.message }),
    )
  }

  return (
    <form onSubmit={handleSubmit}>
      <Typography.Paragraph>{t('用户账号：{username}', { username })}</Typography.Paragraph>
      <PanelFields
        form={form}
        row={row}
        errors={errors}
        disabled={busy}
        onChange={(changes) => setRow((before) => ({ ...before, ...changes }))}
      />
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </PanelFooter>
    </form>
  )
}
