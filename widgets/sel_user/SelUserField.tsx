import { UserOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  DialogButton,
  type FieldProps,
  lazyDialog,
  SEARCH_DELAY_MS,
  SearchKeys,
  useLabels,
  useOptionSearch,
  useRenderer,
  valueText,
} from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import type { SelUserOptions } from '#schemas/widget/sel_user.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'

import { USERS } from './find-users.ts'

const SelUserDialog = lazyDialog(() => import('./SelUserDialog.tsx'))

/** Names to type, and a dialog to choose from by department. */
export default function SelUserField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelUserOptions, string[]>) {
  const { client } = useRenderer()
  const several = options.multiSelect ?? true
  const stored = storedKey(options, 'username')
  const [isListed, setListed] = useState(false)
  const labels = useLabels(lookupSource(field), value)
  // Nothing is asked before the list is opened: a form of many pickers opens without a call.
  const search = useOptionSearch(
    isListed,
    SEARCH_DELAY_MS,
    async (keyword, signal) => {
      const page = await client.list(
        USERS,
        {
          pageNo: 1,
          pageSize: 10,
          ...(keyword ? { filter: { field: 'realname', rule: 'like' as const, val: keyword } } : {}),
        },
        { signal },
      )
      return page.records.map((row) => ({
        value: String(row[stored]),
        text: String(options.text === 'username' ? row.username : row.realname),
      }))
    },
    [client, stored, options.text],
  )
  const { choices, keyword, setKeyword } = search
  const showsAccount = options.text === 'username' && stored !== 'id'
  const nameOf = (one: string) =>
    showsAccount
      ? one
      : (labels?.get(one) ?? search.known.find((option) => String(option.value) === one)?.text ?? null)
  /** Names at hand; null while they are under way. */
  const namesOf = (accounts: readonly string[]) =>
    labels === null
      ? null
      : new Map(
          accounts.flatMap((one) => {
            const name = nameOf(one)
            return name === null ? [] : [[one, name] as const]
          }),
        )
  return (
    <SearchKeys
      search={search}
      open={isListed}
      onTake={({ value: found }) => {
        const one = String(found)
        onChange(several ? [...value.filter((other) => other !== one), one] : [one])
        setKeyword('')
        if (!several) setListed(false)
      }}
    >
      <DialogButton
        title={field.title}
        icon={<UserOutlined />}
        disabled={disabled}
        dialog={(close) => (
          <SelUserDialog
            value={value}
            names={namesOf(value)}
            stored={stored}
            several={several}
            onCancel={close}
            onConfirm={(next) => {
              close()
              onChange(next)
            }}
          />
        )}
      >
        {() => (
          <Select
            id={id}
            value={several ? value : (value[0] ?? null)}
            {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
            style={{ width: '100%' }}
            disabled={disabled}
            status={invalid ? 'error' : ''}
            placeholder={t('请选择{title}', { title: field.title })}
            allowClear={CLEARABLE}
            open={isListed}
            loading={isListed && search.waiting}
            showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
            options={choices.map((option) => ({ value: String(option.value), label: option.text }))}
            labelRender={({ value: chosen }) =>
              valueText(String(chosen), nameOf(String(chosen)) ?? (labels === null ? null : undefined))
            }
            notFoundContent={
              search.error?.message ?? (search.waiting ? t('加载中…') : t('没有查询到任何数据'))
            }
            onOpenChange={setListed}
            onChange={(next: string[] | string | null | undefined) => {
              onChange(Array.isArray(next) ? next : next ? [next] : [])
              setKeyword('')
            }}
          />
        )}
      </DialogButton>
    </SearchKeys>
  )
}
