import { Alert, App, Button, Flex, Skeleton, Typography } from 'antd'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type SettingGroup, type SettingState, settingFault, settingForm } from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { PanelFields } from '../../panels/PanelFields.tsx'
import { usePermissions } from '../../session/use-permissions.ts'
import { LookFields } from './LookFields.tsx'

/** The settings of one group: drawn, judged and described by the same words as on the server. */
export function SettingsForm({ group }: { group: SettingGroup }) {
  const path = `/sys/setting/group/${group}`
  const request = useAnswer<SettingState>(path)
  const { data, error, reload } = request
  if (error) return <LoadFault of={request} />
  if (!data) return <Skeleton active />
  return <LoadedForm key={data.version} group={group} path={path} state={data} reload={reload} />
}

interface LoadedProps {
  group: SettingGroup
  path: string
  state: SettingState
  reload(): void
}

function LoadedForm({ group, path, state, reload }: LoadedProps) {
  const { http } = useServices()
  const { message, modal } = App.useApp()
  const mayEdit = usePermissions().shows('system:setting:edit')
  const form = settingForm(group)
  const validator = useMemo(() => createRowValidator(form), [form])
  const [row, setRow] = useState<Row>(state.values)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, save } = useSave()
  useEffect(() => setRow(state.values), [state])
  const fixed = Object.entries(state.fixed)
  const title = (name: string) => form.fields.find((field) => field.name === name)?.title ?? name
  const change = (changes: Row) => setRow((before) => ({ ...before, ...changes }))

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const fault = settingFault(group, row)
    const found = Object.fromEntries(
      [...(fault ? [fault] : []), ...validator.validate(row)]
        .filter(({ field }) => !(field in state.fixed))
        .map((one) => [one.field, one.message]),
    )
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save(
      async () => {
        resultOf(await http.put<Envelope<SettingState>>(path, { values: row, version: state.version }))
        message.success(t('保存成功！'))
        reload()
      },
      (error) => void message.error(error.message),
    )
  }
  const handleReset = () =>
    modal.confirm({
      title: t('将“{title}”恢复为默认值？', { title: form.title }),
      content: t('本组的全部设置（包括密码）都会清除。'),
      okText: t('恢复默认值'),
      cancelText: t('取消'),
      onOk: async () => {
        resultOf(await http.delete<Envelope<SettingState>>(path))
        message.success(t('已恢复默认值'))
        reload()
      },
    })

  return (
    <form onSubmit={handleSubmit} className="settings-form" aria-label={form.title}>
      {fixed.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('以下设置由服务器的环境变量决定，在此不能修改：{join}', {
            join: fixed.map(([name, by]) => `${title(name)}（${by}）`).join('、'),
          })}
        />
      )}
      <div className="settings-fields">
        {group === 'shell' && <LookFields row={row} disabled={!mayEdit || busy} onChange={change} />}
        {form.fields.map((field) => (
          <PanelFields
            key={field.name}
            form={{ ...form, fields: [field] }}
            row={row}
            errors={errors}
            disabled={!mayEdit || busy || field.name in state.fixed}
            onChange={change}
          />
        ))}
      </div>
      {state.sealed.length > 0 && (
        <Typography.Paragraph type="secondary">
          {t('{join}已设置并加密保存，不会显示；留空则不改变。', {
            join: state.sealed.map(title).join('、'),
          })}
        </Typography.Paragraph>
      )}
      {group === 'mail' && (
        <Typography.Paragraph type="secondary">
          {t('保存后可在')}
          <Link to="/modules/message/sysMessageTemplateList">{t('消息模板')}</Link>
          {t('中用“发送测试”向自己的邮箱试发一封。')}
        </Typography.Paragraph>
      )}
      <Flex gap={8} wrap align="center">
        {mayEdit && (
          <>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('保存')}
            </Button>
            <Button onClick={handleReset} disabled={busy || state.version === 0}>
              {t('恢复默认值')}
            </Button>
          </>
        )}
        {state.updateBy && (
          <Typography.Text type="secondary">
            {t('{updateBy} 于 {updateTime} 修改', {
              updateBy: state.updateBy,
              updateTime: state.updateTime ?? '',
            })}
          </Typography.Text>
        )}
      </Flex>
    </form>
  )
}
