import { Alert, App, Button, Checkbox, Empty, Skeleton, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { useRequest, useSave } from '#renderer/index.ts'
import type { FormGrantChoice, PermissionNode } from '#schemas/api/role-grant.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import type { GrantsApi } from './grants-api.ts'

interface Props {
  api: GrantsApi
  roleId: string
  node: PermissionNode
  /** The role holds the menu, as saved. */
  isHeld: boolean
  onSaved(): void
  /** Whether something ticked here is not saved. */
  onUnsaved(isUnsaved: boolean): void
}

interface Part {
  key: string
  title: string
  hint: string
  options: { value: string; label: string }[]
  granted: readonly string[]
  save(granted: readonly string[]): Promise<void>
}

const KINDS: Readonly<Record<FormGrantChoice['kind'], { title: string; hint: string }>> = texts({
  visible: { title: '可见字段', hint: '这些字段受控：未勾选的角色看不到。' },
  editable: { title: '可编辑字段', hint: '这些字段受控：未勾选的角色只能查看。' },
  row: { title: '行规则', hint: '勾选多条时，满足任一条的数据可见。' },
})

/** What goes with one menu: data rules of the menu, and columns and rows that its document puts under control. */
export function GrantExtras({ api, roleId, node, isHeld, onSaved, onUnsaved }: Props) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => onUnsaved(unsaved.size > 0), [unsaved, onUnsaved])
  const loaded = useRequest(
    async (signal) => {
      const [rules, form] = await Promise.all([
        node.ruleFlag === 1 ? api.dataRules(roleId, node.key, signal) : null,
        node.form ? api.formGrants(roleId, node.form, signal) : null,
      ])
      return { rules, form }
    },
    [api, roleId, node],
  )
  if (loaded.error) return <LoadFault of={loaded} />
  if (!loaded.data) return <Skeleton active paragraph={{ rows: 4 }} />
  const { rules, form } = loaded.data
  const parts: Part[] = []
  if (rules)
    parts.push({
      key: 'rules',
      title: t('菜单数据规则'),
      hint: t('勾选的规则会缩小该角色在此菜单中看到的数据。'),
      options: rules.datarule.map(({ id, ruleName, status }) => ({
        value: id,
        label: status === '1' ? ruleName : t('{ruleName}（已停用）', { ruleName }),
      })),
      granted: rules.drChecked.split(',').filter((id) => id !== ''),
      save: (granted) => api.saveDataRules(roleId, node.key, granted),
    })
  for (const kind of form ? (['visible', 'editable', 'row'] as const) : []) {
    const choices = form?.choices.filter((choice) => choice.kind === kind) ?? []
    const nameOf = ({ key }: FormGrantChoice) => `${kind}:${key}`
    if (choices.length > 0)
      parts.push({
        key: kind,
        ...KINDS[kind],
        options: choices.map((choice) => ({ value: nameOf(choice), label: choice.title })),
        granted: form?.granted.filter((name) => name.startsWith(`${kind}:`)) ?? [],
        save: (granted) =>
          api.saveFormGrants(
            roleId,
            node.form ?? '',
            form?.granted.filter((name) => name.startsWith(`${kind}:`)) ?? [],
            granted,
          ),
      })
  }
  return (
    <>
      <Typography.Title level={5}>{node.title}</Typography.Title>
      {parts.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('此项没有数据规则、受控字段或行规则')} />
      ) : null}
      {parts.length > 0 && !isHeld ? (
        <Alert type="info" showIcon title={t('该角色尚未获得此菜单：请先勾选并保存，再设置数据权限')} />
      ) : null}
      {parts.map((part) => (
        <Choice
          key={part.key}
          part={part}
          disabled={!isHeld}
          onUnsaved={(is) => setUnsaved((before) => withKey(before, part.key, is))}
          onSaved={() => {
            loaded.reload()
            onSaved()
          }}
        />
      ))}
    </>
  )
}

interface ChoiceProps {
  part: Part
  disabled: boolean
  onUnsaved(isUnsaved: boolean): void
  onSaved(): void
}

function Choice({ part, disabled, onUnsaved, onSaved }: ChoiceProps) {
  const { message } = App.useApp()
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const { busy, save } = useSave()

  const handleSave = () =>
    save(async () => {
      await part.save(ticked ?? part.granted)
      message.success(t('{title}已保存', { title: part.title }))
      setTicked(null)
      onUnsaved(false)
      onSaved()
    })

  return (
    <fieldset className="expo-grants-part">
      <legend>{part.title}</legend>
      <Typography.Paragraph type="secondary">{part.hint}</Typography.Paragraph>
      <Checkbox.Group
        disabled={disabled}
        options={part.options}
        value={[...(ticked ?? part.granted)]}
        onChange={(values) => {
          setTicked(values.map(String))
          onUnsaved(true)
        }}
      />
      <div>
        <Button size="small" loading={busy} disabled={disabled || ticked === null} onClick={handleSave}>
          {t('保存{title}', { title: part.title })}
        </Button>
      </div>
    </fieldset>
  )
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
