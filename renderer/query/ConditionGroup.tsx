import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Flex, Select } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { MATCH_TYPES, MAX_GROUP_DEPTH, type MatchType } from '#schemas/page/advanced-query.ts'
import { t } from '#schemas/text/text.ts'
import type { QueryField } from '../model/query-fields.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { type DraftGroup, type DraftRow, emptyGroup, emptyRow, isDraftGroup } from './query-draft.ts'
import { MATCH_TEXTS } from './query-words.ts'

interface Props {
  group: DraftGroup
  fields: ReadonlyMap<string, QueryField>
  formTitle: string
  /** Rows of which something is missing, by their keys. */
  invalid: ReadonlySet<number>
  /** Whether a group may stand within a group. */
  nests: boolean
  /** No more rows. */
  full: boolean
  depth?: number
  onChange(group: DraftGroup): void
  /** Absent for the outermost group. */
  onRemove?(): void
}

/** Conditions that are all met, or one of them; groups of further ones stand among them. */
export function ConditionGroup(props: Props) {
  const { group, fields, formTitle, invalid, nests, full, depth = 1, onChange, onRemove } = props
  const { matchType, parts } = group
  const focus = useFollowedFocus()
  const set = (next: readonly (DraftRow | DraftGroup)[]) => onChange({ ...group, parts: next })
  const replace = (at: number, part: DraftRow | DraftGroup) => set(parts.with(at, part))
  const remove = (at: number) => {
    focus.moveTo(at)
    set(parts.toSpliced(at, 1))
  }
  const add = (part: DraftRow | DraftGroup) => {
    focus.moveTo(parts.length)
    set([...parts, part])
  }
  return (
    <fieldset className="expo-condition-group" aria-label={depth > 1 ? t('条件组') : t('条件')}>
      <Flex gap={8} align="center" className="expo-condition-match">
        <span aria-hidden>{t('过滤条件匹配')}</span>
        <Select
          aria-label={t('过滤条件匹配')}
          value={matchType}
          options={MATCH_TYPES.map((type) => ({ value: type, label: MATCH_TEXTS[type] }))}
          onChange={(type: MatchType) => onChange({ ...group, matchType: type })}
        />
        {onRemove ? (
          <Button type="text" icon={<DeleteOutlined />} aria-label={t('删除条件组')} onClick={onRemove} />
        ) : null}
      </Flex>
      <div ref={focus.parts} className="expo-condition-parts">
        {parts.map((part, at) =>
          isDraftGroup(part) ? (
            <ConditionGroup
              key={part.key}
              {...props}
              group={part}
              depth={depth + 1}
              onChange={(next) => replace(at, next)}
              onRemove={() => remove(at)}
            />
          ) : (
            <ConditionRow
              key={part.key}
              row={part}
              fields={fields}
              formTitle={formTitle}
              invalid={invalid.has(part.key)}
              onChange={(next) => replace(at, next)}
              onRemove={() => remove(at)}
            />
          ),
        )}
      </div>
      <Flex ref={focus.adding} gap={8} wrap className="expo-condition-add">
        <Button type="dashed" icon={<PlusOutlined />} disabled={full} onClick={() => add(emptyRow())}>
          {t('添加条件')}
        </Button>
        {nests && depth < MAX_GROUP_DEPTH ? (
          <Button type="dashed" icon={<PlusOutlined />} disabled={full} onClick={() => add(emptyGroup('or'))}>
            {t('添加条件组')}
          </Button>
        ) : null}
      </Flex>
    </fieldset>
  )
}

/** The keyboard goes to a part that was added, and from one that was removed to what stands in its place. */
function useFollowedFocus() {
  const parts = useRef<HTMLDivElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  const wanted = useRef<number | null>(null)
  // An ordinary effect of the drawing before may still be due, and would take the wish for itself.
  useLayoutEffect(() => {
    const at = wanted.current
    if (at === null || !parts.current) return
    wanted.current = null
    const { children } = parts.current
    const place = children[Math.min(at, children.length - 1)] ?? adding.current
    place?.querySelector<HTMLElement>('input, button')?.focus()
  })
  const moveTo = (at: number) => {
    wanted.current = at
  }
  return { parts, adding, moveTo }
}
