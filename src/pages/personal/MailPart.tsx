import { Alert, App, Button, Checkbox, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { type Request, useSave, useUnsavedForm } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { OwnProfile } from '#schemas/api/personal.ts'
import { t, texts } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'

const KINDS = texts([
  { value: 'mail', label: '接收系统发送到我账号的邮件' },
  { value: 'announcement', label: '通知公告发布时，邮件提醒我' },
  { value: 'message', label: '收到系统消息时，邮件提醒我' },
])

/** Which messages come by mail. */
export function MailPart({ loaded }: { loaded: Request<OwnProfile> }) {
  const profile = loaded.data
  const { http } = useServices()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  // Null until something is ticked: the profile is read again whenever the page is shown again.
  const [chosen, setChosen] = useState<string[] | null>(null)
  const saved = kindsOf(profile)
  const kinds = chosen ?? saved
  useUnsavedForm(() => !isSame(kinds, saved))
  useEffect(
    () => setChosen((before) => (before && isSame(before, kindsOf(profile)) ? null : before)),
    [profile],
  )
  if (!profile) return loaded.error ? <LoadFault of={loaded} /> : <Spin />
  const handleSave = () =>
    save(
      async () => {
        const answer = await http.post<Envelope<null>>('/sys/user/mailKinds', { kinds }, { quiet: true })
        resultOf(answer)
        loaded.reload()
        message.success(answer.message)
      },
      (error) => void message.error(error.message),
    )
  return (
    <>
      {!profile.email && (
        <Alert
          type="info"
          showIcon
          title={t('尚未填写邮箱，填写后才能收到邮件。')}
          style={{ marginBottom: 16 }}
        />
      )}
      <Checkbox.Group
        options={KINDS}
        value={kinds}
        disabled={busy}
        onChange={setChosen}
        style={{ display: 'flex', flexDirection: 'column', gap: 12, marginBottom: 16 }}
      />
      <Button type="primary" loading={busy} onClick={handleSave}>
        {t('保存')}
      </Button>
    </>
  )
}

function kindsOf(profile: OwnProfile | null): string[] {
  return profile?.mailKinds.split(',').filter(Boolean) ?? []
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join()
}
