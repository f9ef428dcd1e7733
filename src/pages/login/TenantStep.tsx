import { Button, Form, Radio } from 'antd'
import type { SignInChoice } from '../../session/session.ts'
import { text } from '../../text/zh-CN.ts'
import { departsOfTenant, type LoginChoice } from './use-login.ts'

interface TenantStepProps {
  choice: LoginChoice
  busy: boolean
  onDone(choice: SignInChoice): void
}

/** Users of several departments or tenants choose before they are let in. */
export function TenantStep({ choice, busy, onDone }: TenantStepProps) {
  const { departs, tenants, remembered } = choice
  const words = text.login
  const [form] = Form.useForm<SignInChoice>()
  const tenantId = Form.useWatch('tenantId', form)
  const [only] = tenants.length > 0 ? [] : departs
  const offered =
    tenants.length > 0 ? departsOfTenant(departs, tenantId) : departsOfTenant(departs, only?.tenantId)
  // One department needs no choice, and there is none before the tenant.
  const isDepartAsked = tenants.length > 0 ? tenantId !== undefined && offered.length > 1 : departs.length > 0
  const title =
    departs.length > 0 && tenants.length > 0
      ? words.chooseBoth
      : tenants.length > 0
        ? words.chooseTenant
        : words.chooseDepart
  const lastOf = (list: typeof departs) => list.find(({ orgCode }) => orgCode === remembered)?.orgCode
  return (
    <Form<SignInChoice>
      form={form}
      layout="vertical"
      size="large"
      disabled={busy}
      onFinish={onDone}
      aria-label={title}
      initialValues={{ orgCode: tenants.length > 0 ? undefined : lastOf(offered) }}
      // A department of the tenant before is none of this one.
      onValuesChange={(changed) =>
        'tenantId' in changed &&
        form.setFieldValue('orgCode', lastOf(departsOfTenant(departs, changed.tenantId)))
      }
    >
      <h1 className="login-heading">{title}</h1>
      {tenants.length > 0 && (
        <Form.Item
          name="tenantId"
          label={words.tenant}
          rules={[{ required: true, message: words.chooseTenant }]}
        >
          <Radio.Group vertical options={tenants.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      )}
      {isDepartAsked && (
        <Form.Item
          name="orgCode"
          label={words.depart}
          rules={[{ required: true, message: words.chooseDepart }]}
        >
          <Radio.Group
            vertical
            options={offered.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {text.confirm}
      </Button>
    </Form>
  )
}
