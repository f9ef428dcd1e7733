import { Mentions } from 'antd'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useRequest } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** Longest comment that the server keeps, in characters. */
const MAX_LENGTH = 2000

/** A comment as it is typed, and the users who were picked in it. */
export interface Draft {
  text: string
  mentioned: readonly Person[]
}

/** The keys of those whom the text still mentions. */
export function mentionedIn({ text, mentioned }: Draft): string[] {
  return mentioned.filter((person) => text.includes(`@${nameOf(person)}`)).map(({ id }) => id)
}

interface Person {
  id: string
  realname: string
  username: string
}

/** Two people may have one name; nobody shares an account. */
function nameOf({ realname, username }: Pick<Person, 'realname' | 'username'>): string {
  return `${realname}(${username})`
}

function withPerson(people: readonly Person[], person: Person): readonly Person[] {
  return people.some(({ id }) => id === person.id) ? people : [...people, person]
}

/** A text in which `@` finds a user. */
export function MentionInput({
  draft,
  onChange,
}: {
  draft: Draft
  onChange: Dispatch<SetStateAction<Draft>>
}) {
  const { http } = useServices()
  const [keyword, setKeyword] = useState<string | null>(null)
  const people = useRequest(
    async (signal) => {
      if (keyword === null) return []
      const asked = { pageNo: 1, pageSize: 10, ...(keyword ? { realname: `*${keyword}*` } : {}) }
      const answer = await http.get<Envelope<PageOf<Person>>>('/sys/user/queryUserComponentData', asked, {
        signal,
        quiet: true,
      })
      return resultOf(answer).records
    },
    [http, keyword],
  )
  return (
    <Mentions
      aria-label={t('评论内容')}
      placeholder={t('写下评论，输入 @ 提醒同事')}
      autoSize={{ minRows: 3, maxRows: 8 }}
      maxLength={MAX_LENGTH}
      value={draft.text}
      loading={people.loading && keyword !== null}
      filterOption={false}
      onSearch={setKeyword}
      options={(people.data ?? []).map(({ id, realname, username }) => ({
        key: id,
        value: nameOf({ realname, username }),
        label: nameOf({ realname, username }),
      }))}
      onSelect={({ value }) => {
        const person = (people.data ?? []).find((one) => nameOf(one) === value)
        if (person) onChange((before) => ({ ...before, mentioned: withPerson(before.mentioned, person) }))
      }}
      onChange={(text) => onChange((before) => ({ ...before, text }))}
    />
  )
}
