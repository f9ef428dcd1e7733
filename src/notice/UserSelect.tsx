import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useRequest } from '#renderer/index.ts'
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
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const learn = (users: readonly UserRow[]) =>
    setKnown((before) => new Map([...before, ...users.map((user) => [user.id, labelOf(user)] as const)]))

  const found = useRequest(
    async (signal) => {
      const search = async (field: string) =>
        resultOf(
          await http.get<Envelope<PageOf<UserRow>>>(
            '/sys/user/list',
            { pageNo: 1, pageSize: FOUND, ...(wanted ? { [field]: `*${wanted}*` } : {}) },
            { signal },
          ),
        ).records
      const byName = await search('realname')
      // An account is typed in Latin letters.
      const users = /^\w+$/.test(wanted) ? [...byName, ...(await search('username'))] : byName
      learn(users)
      return [...new Map(users.map((user) => [user.id, user])).values()]
    },
    [wanted],
  )
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
  const options = new Map([
    ...value.map((one) => [one, known.get(one) ?? one] as const),
    ...(found.data ?? []).map((user) => [user.id, labelOf(user)] as const),
  ])
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      value={value}
      loading={found.loading}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...options].map(([key, label]) => ({ value: key, label }))}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}

function labelOf({ realname, username }: UserRow): string {
  return `${realname}（${username}）`
}
