import { Button } from 'antd'
import { useMemo } from 'react'
import { groupsByMonth } from '#schemas/compile/can-group.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { ListQuery } from '../../data/data-client.ts'
import { useDict } from '../../data/use-dict.ts'
import { useRequest } from '../../data/use-request.ts'
import { listCall } from '../../model/list-call.ts'
import { groupField, groupValue } from '../../model/list-groups.ts'
import { displayText } from '../../widget/display-text.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import type { ListModel } from '../use-list.ts'

/** The groups of a list, each with the number of its rows; pressing one shows these alone. Nothing while rows are not grouped. */
export function GroupBar({ list, where }: { list: ListModel; where: ListQuery['filter'] }) {
  const field = groupField(list.shape, list.state)
  return field ? <Groups key={field.name} list={list} where={where} field={field} /> : null
}

function Groups({ list, where, field }: { list: ListModel; where: ListQuery['filter']; field: Field }) {
  const { client, registry } = useRenderer()
  const { shape, state, source, loads, navigate } = list
  const { options } = useDict(field)
  // All groups are told of, whichever is shown.
  const question = useMemo(() => {
    const { group: _, ...all } = state
    const { filter, advanced } = listCall(null, shape, all, where) ?? {}
    return JSON.stringify({ filter, advanced })
  }, [shape, state, where])
  const isAsked = list.call !== null
  const { data, error } = useRequest(
    async (signal) =>
      isAsked && client.groups
        ? client.groups(source, JSON.parse(question) as ListQuery, field.name, { signal })
        : null,
    [client.groups, source, question, isAsked, field, loads],
  )
  const groups = useMemo(() => inOrder(field, options, data?.groups ?? []), [field, options, data])
  if (!data && !error) return null
  const nameOf = (row: Row) => {
    if (groupValue(field, row) === '') return t('未设置')
    return groupsByMonth(field) ? groupValue(field, row) : displayText(registry, field, row)
  }
  const show = (group?: string) => {
    const { group: _, ...rest } = state
    navigate({ ...rest, pageNo: 1, ...(group === undefined ? {} : { group }) })
  }
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const button = (key: string, name: string, count: number, value?: string) => (
    <Button
      key={key}
      size="small"
      type={state.group === value ? 'primary' : 'default'}
      aria-pressed={state.group === value}
      onClick={() => show(value)}
    >
      {name} <span className="expo-group-count">{count}</span>
    </Button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no fields of a form
    <div role="group" className="expo-groups" aria-label={t('按{title}分组', { title: field.title })}>
      {error && !data ? (
        <span className="expo-no-value">{error.message}</span>
      ) : (
        <>
          {button('all', t('全部'), total)}
          {groups.map(({ row, count }) => {
            const value = groupValue(field, row)
            return button(`group ${value}`, nameOf(row), count, value)
          })}
          {data?.isCut ? <span className="expo-no-value">…</span> : null}
        </>
      )}
    </div>
  )
}

/** Groups in the order of the dictionary, where there is one; those that it does not know stand behind. */
function inOrder<G extends { row: Row }>(
  field: Field,
  options: readonly { value: string | number }[],
  groups: readonly G[],
): readonly G[] {
  if (options.length === 0) return groups
  const places = new Map(options.map(({ value }, at) => [String(value), at]))
  const placeOf = ({ row }: G) => places.get(groupValue(field, row)) ?? options.length
  return [...groups].sort((one, other) => placeOf(one) - placeOf(other))
}
