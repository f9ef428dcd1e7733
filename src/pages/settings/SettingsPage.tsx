import { Tabs } from 'antd'
import { useState } from 'react'
import { SETTING_GROUPS, type SettingGroup, settingForm } from '#schemas/api/setting.ts'
import { t } from '#schemas/text/text.ts'
import { PageContent } from '../../kit/PageContent.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import './settings.css'

/** What an administrator sets for everybody: a form for each group of settings. */
export default function SettingsPage() {
  const [group, setGroup] = useState<SettingGroup>('shell')
  return (
    <PageContent title={t('平台设置')} description={t('对整个系统生效，保存后立即起作用，无需重启。')}>
      <Tabs
        activeKey={group}
        onChange={(key) => setGroup(key as SettingGroup)}
        items={SETTING_GROUPS.map((key) => ({
          key,
          label: settingForm(key).title,
          children: <SettingsForm group={key} />,
        }))}
      />
    </PageContent>
  )
}
