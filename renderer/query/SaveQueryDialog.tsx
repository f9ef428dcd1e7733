import { App, Checkbox, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import {
  type Audience,
  type AudienceKind,
  MAX_QUERY_TITLE,
  type QuerySettings,
  type SavedQueryOfUser,
} from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import type { NewQuery } from '../data/saved-queries.ts'
import { useRequest } from '../data/use-request.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { PickDialog } from '../kit/PickDialog.tsx'
import type { QuerySet } from './use-saved-queries.ts'

interface Props {
  saved: QuerySet
  settings: QuerySettings
  /** The query that it began as: its name and its people are offered. */
  from: SavedQueryOfUser | null
  onCancel(): void
  onConfirm(query: NewQuery): void
}

/** Asks for the name of a query, and for whom it is; one that exists is overwritten only where the user says so. */
export function SaveQueryDialog({ saved, settings, from, onCancel, onConfirm }: Props) {
  const { message, modal } = App.useApp()
  const { keeper, queries, mayShare } = saved
  const begun = from?.mayChange ? from : null
  const [title, setTitle] = useState(begun?.title ?? '')
  const [audience, setAudience] = useState<Audience>(() => audienceOf(begun))
  const [isFirst, setIsFirst] = useState(begun ? begun.opens || begun.isDefault : false)
  const [isAtHome, setIsAtHome] = useState(begun?.onHome ?? false)
  const [isSubscribed, setIsSubscribed] = useState(begun?.subscribed ?? false)
  const isShared = audience.kind !== 'me'

  function confirm() {
    const name = title.trim()
    if (name === '') return message.warning(t('保存的名称不能为空'))
    if (needsId(audience.kind) && !audience.id) return message.warning(t('请选择查询给谁用'))
    const query: NewQuery = {
      title: name,
      audience,
      settings,
      ...(keeper?.use
        ? { [isShared ? 'isDefault' : 'opens']: isFirst, onHome: isAtHome, subscribed: isSubscribed }
        : {}),
    }
    const isKnown = queries.some(
      (one) =>
        one.title === name && one.audience.kind === audience.kind && one.audience.id === (audience.id ?? ''),
    )
    if (!isKnown) return onConfirm(query)
    return modal.confirm({
      title: t('“{name}”已存在，是否覆盖？', { name }),
      okText: t('覆盖'),
      cancelText: t('取消'),
      onOk: () => onConfirm(query),
    })
  }

  return (
    <>
      <FocusReturn />
      <PickDialog title={t('保存查询')} onCancel={onCancel} onConfirm={confirm}>
        <Form layout="vertical" component="div">
          <Form.Item label={t('名称')} required>
            <Input
              aria-label={t('名称')}
              placeholder={t('请输入保存的名称')}
              maxLength={MAX_QUERY_TITLE}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              onPressEnter={(event) => {
                if (!event.nativeEvent.isComposing) confirm()
              }}
            />
          </Form.Item>
          {mayShare && keeper?.audiences ? (
            <WhoFor saved={saved} audience={audience} onChange={setAudience} />
          ) : null}
          {keeper?.use ? (
            <Form.Item label={t('用途')} style={{ marginBottom: 0 }}>
              <Checkbox checked={isFirst} onChange={({ target }) => setIsFirst(target.checked)}>
                {isShared ? t('他们打开列表时默认使用') : t('打开列表时默认使用')}
              </Checkbox>
              <br />
              <Checkbox checked={isAtHome} onChange={({ target }) => setIsAtHome(target.checked)}>
                {t('显示在我的首页')}
              </Checkbox>
              <br />
              <Checkbox checked={isSubscribed} onChange={({ target }) => setIsSubscribed(target.checked)}>
                {t('订阅：有记录进入时通知我')}
              </Checkbox>
            </Form.Item>
          ) : null}
        </Form>
      </PickDialog>
    </>
  )
}

const needsId = (kind: AudienceKind) => kind === 'role' || kind === 'depart'

function audienceOf(query: SavedQueryOfUser | null): Audience {
  if (!query) return { kind: 'me' }
  const { kind, id } = query.audience
  return { kind, ...(id === '' ? {} : { id }) }
}

/** Whose a query is to be. */
function WhoFor({
  saved: { keeper },
  audience,
  onChange,
}: {
  saved: QuerySet
  audience: Audience
  onChange(audience: Audience): void
}) {
  const known = useRequest(async () => keeper?.audiences?.() ?? { roles: [], departs: [] }, [keeper])
  const named = audience.kind === 'role' ? known.data?.roles : known.data?.departs
  return (
    <Form.Item label={t('给谁用')}>
      <Radio.Group
        name="query-audience"
        value={audience.kind}
        onChange={({ target }) => onChange({ kind: target.value as AudienceKind })}
        options={[
          { value: 'me', label: t('仅自己') },
          { value: 'role', label: t('角色') },
          { value: 'depart', label: t('部门及下级') },
          { value: 'all', label: t('所有人') },
        ]}
      />
      {needsId(audience.kind) ? (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: '100%', marginTop: 8 }}
          aria-label={audience.kind === 'role' ? t('角色') : t('部门')}
          placeholder={audience.kind === 'role' ? t('请选择角色') : t('请选择部门')}
          loading={known.loading}
          value={audience.id ?? null}
          options={(named ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange({ kind: audience.kind, ...(id ? { id } : {}) })}
        />
      ) : null}
    </Form.Item>
  )
}
