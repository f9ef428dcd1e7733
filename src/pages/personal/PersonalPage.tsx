import { Button, Card, Tabs, Typography } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { OwnProfile } from '#schemas/api/personal.ts'
import { policyText } from '#schemas/rules/password-policy.ts'
import { t } from '#schemas/text/text.ts'
import { PasswordDialog } from '../../kit/PasswordDialog.tsx'
import { usePasswordRules } from '../../kit/password-rules.ts'
import { SessionTable } from '../../kit/SessionTable.tsx'
import { useServices } from '../../kit/services.ts'
import { returnedBy } from '../../session/at-provider.ts'
import { usePermissions } from '../../session/use-permissions.ts'
import { FactorPart } from './FactorPart.tsx'
import { KeysPart } from './KeysPart.tsx'
import { MailPart } from './MailPart.tsx'
import { ProfilePart } from './ProfilePart.tsx'
import { ProviderPart } from './ProviderPart.tsx'
import { useOwnProfile } from './use-own-profile.ts'

/** Everything about the own account in one place. */
export default function PersonalPage() {
  const { http, config } = useServices()
  const { search } = useLocation()
  // Back from the provider, which is to be linked.
  const [first] = useState(() =>
    'state' in returnedBy(search) && config.oidc === '1' ? 'provider' : 'profile',
  )
  const profile = useOwnProfile()
  const mayMakeKeys = usePermissions().shows('system:apiKey:make')
  // Parts with input stay alive behind the others; the rest is read anew whenever it is opened.
  const items = [
    { key: 'profile', label: t('个人资料'), children: <ProfilePart loaded={profile} /> },
    { key: 'password', label: t('修改密码'), children: <PasswordPart />, destroyOnHidden: true },
    {
      key: 'sessions',
      label: t('登录设备'),
      destroyOnHidden: true,
      children: (
        <SessionTable
          list="/sys/user/ownSessions"
          allLabel={t('退出其他设备')}
          end={(ids) =>
            http.post<Envelope<null>>('/sys/user/endOwnSessions', ids ? { ids } : {}, { quiet: true })
          }
        />
      ),
    },
    { key: 'factor', label: t('二次验证'), children: <FactorPart />, destroyOnHidden: true },
    ...(mayMakeKeys
      ? [{ key: 'keys', label: t('接口密钥'), children: <KeysPart />, destroyOnHidden: true }]
      : []),
    ...(config.oidc === '1'
      ? [{ key: 'provider', label: t('统一认证'), children: <ProviderPart />, destroyOnHidden: true }]
      : []),
    { key: 'mail', label: t('消息接收'), children: <MailPart loaded={profile} /> },
  ]
  return (
    <Card title={titleOf(profile.data)}>
      <Tabs items={items} defaultActiveKey={first} />
    </Card>
  )
}

function titleOf(profile: OwnProfile | null): string {
  return profile
    ? t('个人设置：{realname}（{username}）', { realname: profile.realname, username: profile.username })
    : t('个人设置')
}

function PasswordPart() {
  const rules = usePasswordRules()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Typography.Paragraph>
        {t('密码要求：{text}', { text: rules ? policyText(rules) : '' })}
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary">
        {t('修改密码后，其他设备上的登录会全部退出。')}
      </Typography.Paragraph>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('修改密码')}
      </Button>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  )
}
