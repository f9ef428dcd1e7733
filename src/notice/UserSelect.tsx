import { Select } from 'antd'
import { useState } from 'react'
import { SearchKeys, useOptionSearch, useRequest } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { UserRow } from '#schemas/api/user.ts'
import { resultOf } from '../api/http.ts'
import { useServices } from '../shell/services.ts'

/** The server is asked when typing pauses for this long. */
const SEARCH_DEBOUNCE_MS = 300
const FOUND = 30

interface UserSelectProps {
  /** Ids of users. A form passes them, and the id that its label points to. */
  value?: string[]
  id?: string
  onChange?(value: string[]): void
}

/** Several users by name or account; kept by id. */
export function UserSelect({ value = [], id, onChange }: UserSelectProps) {
  const { http } = useServices()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const learn = (users: readonly UserRow[]) =>
    setKnown((before) => new Map([...before, ...users.map((user) => [user.id, labelOf(user)] as const)]))

  const search = useOptionSearch(
    open,
    SEARCH_DEBOUNCE_MS,
    async (keyword, signal) => {
      const wanted = keyword.trim()
      const find = async (field: string) =>
        resultOf(
          await http.get<Envelope<PageOf<UserRow>>>(
            '/sys/user/list',
            { pageNo: 1, pageSize: FOUND, ...(wanted ? { [field]: `*${wanted}*` } : {}) },
            { signal },
          ),
        ).records
      const byName = await find('realname')
      // An account is typed in Latin letters.
      const users = /^\w+$/.test(wanted) ? [...byName, ...(await find('username'))] : byName
      learn(users)
      return [...new Map(users.map((user) => [user.id, user])).values()].map((user) => ({
        value: user.id,
        text: labelOf(user),
      }))
    },
    [http],
  )
  const { choices, keyword, setKeyword } = search
  const unknown = value.filter((one) => !known.has(one)).join(',')
  useRequest(
    async (signal) => {
      if (unknown === '') return null
      learn(
        resultOf(
          await http.get<Envelope<UserRow[]>>('/sys/user/queryByIds', { userIds: unknown }, { signal }),
        ),
      )
      return null
    },
    [unknown],
  )
  return (
    <SearchKeys
      search={search}
      open={open}
      onTake={({ value: found }) => {
        const one = String(found)
        onChange?.([...value.filter((other) => other !== one), one])
        setKeyword('')
      }}
    >
      <Select
        {...(id ? { id } : {})}
        mode="multiple"
        value={value}
        open={open}
        onOpenChange={setOpen}
        loading={open && search.waiting}
        showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
        options={choices.map((option) => ({ value: option.value, label: option.text }))}
        labelRender={(chosen) => known.get(String(chosen.value)) ?? String(chosen.value)}
        notFoundContent={search.error?.message ?? (search.waiting ? '加载中…' : '没有查询到任何数据')}
        onChange={(next: string[]) => {
          onChange?.(next)
          setKeyword('')
        }}
      />
    </SearchKeys>
  )
}

function labelOf({ realname, username }: UserRow): string {
  return `${realname}（${username}）`
}
