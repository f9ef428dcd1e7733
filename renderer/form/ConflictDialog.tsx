import { Alert, Button, Modal, Radio, Table } from 'antd'
import { useMemo, useState } from 'react'
import type { Field, Row } from '#schemas/compile/model.ts'
import { useTaken } from '../data/use-taken.ts'
import type { PageModel, SubModel } from '../page/page-model.ts'
import { mergeRows, rowsOf, rowsOnTop, sameRows } from './merge-rows.ts'
import { ValueText } from './ValueText.tsx'

interface Props {
  model: PageModel
  /** What was read when editing began, what the user has now, and what somebody else saved meanwhile. */
  base: Row
  mine: Row
  current: Row
  /** The record as the user decided, to be saved over what stands now. */
  onResolve(merged: Row): void
  onCancel(): void
}

type Choice = 'mine' | 'current' | 'both'
type Difference = { key: string; title: string; changedByBoth: boolean; initial: Choice } & (
  | { field: Field }
  | { sub: SubModel }
)

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Somebody else saved the same record first: both sides, item by item, and nothing typed is lost. */
export function ConflictDialog({ model, base, mine, current, onResolve, onCancel }: Props) {
  const taken = useTaken(model.form.code)
  const differences = useMemo(
    () => differencesOf(model, base, mine, current).filter(({ key }) => !taken.has(key)),
    [model, base, mine, current, taken],
  )
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const choiceOf = ({ key, initial }: Difference) => choices[key] ?? initial

  function resolve() {
    const merged: Row = { ...mine, _version: current._version }
    for (const difference of differences) {
      const choice = choiceOf(difference)
      if ('field' in difference) {
        if (choice === 'current') merged[difference.key] = current[difference.key] ?? null
      } else merged[difference.key] = chosenRows(choice, difference.key)
    }
    // Sub rows on which both sides agree carry the versions that are known now.
    for (const { sub } of model.subs)
      if (Object.hasOwn(mine, sub.code) && !differences.some(({ key }) => key === sub.code))
        merged[sub.code] = chosenRows('mine', sub.code)
    onResolve(merged)
  }

  function chosenRows(choice: Choice, code: string): Row[] {
    const [before, own, now] = [rowsOf(base[code]), rowsOf(mine[code]), rowsOf(current[code])]
    if (choice === 'current') return now
    return choice === 'both' ? mergeRows(before, own, now) : rowsOnTop(own, now)
  }

  const radio = (difference: Difference, choice: Choice, content: React.ReactNode) => (
    <Radio
      name={`conflict-${difference.key}`}
      checked={choiceOf(difference) === choice}
      onChange={() => setChoices((all) => ({ ...all, [difference.key]: choice }))}
    >
      {content}
    </Radio>
  )
  const cell = (difference: Difference, side: 'mine' | 'current', row: Row) => {
    if ('field' in difference)
      return radio(difference, side, <ValueText field={difference.field} value={row[difference.key]} />)
    const count = `${rowsOf(row[difference.key]).length} 行`
    return (
      <>
        {radio(difference, side, count)}
        {side === 'mine' && difference.sub.sub.relation === 'many'
          ? radio(difference, 'both', '两边的修改合在一起')
          : null}
      </>
    )
  }

  return (
    <Modal
      open
      title="记录已被他人修改"
      width="min(900px, 100vw)"
      onCancel={onCancel}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          返回继续编辑
        </Button>,
        <Button key="ok" type="primary" onClick={resolve}>
          按所选内容保存
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        className="expo-conflict-note"
        title={`${text(current.update_by) || '其他用户'} 于 ${text(current.update_time) || '刚才'} 保存了这条记录。请逐项选择要保留的内容，您输入的内容不会丢失。`}
      />
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 640, y: 420 }}
        rowKey="key"
        dataSource={differences}
        locale={{ emptyText: '两边的内容相同' }}
        columns={[
          {
            title: '字段',
            width: 140,
            render: (_, { title, changedByBoth }) => (changedByBoth ? <strong>{title}</strong> : title),
          },
          { title: '我的内容', render: (_, difference) => cell(difference, 'mine', mine) },
          { title: '当前内容', render: (_, difference) => cell(difference, 'current', current) },
        ]}
      />
    </Modal>
  )
}

/** What only the other changed is taken from him; what I changed stays mine until I say otherwise. */
function differencesOf(model: PageModel, base: Row, mine: Row, current: Row): Difference[] {
  const fields = model.form.fields.flatMap((field): Difference[] => {
    const { name: key, title } = field
    if (!field.inForm || text(mine[key]) === text(current[key])) return []
    const changedByMe = text(base[key]) !== text(mine[key])
    const changedByBoth = changedByMe && text(base[key]) !== text(current[key])
    return [{ key, title, field, changedByBoth, initial: changedByMe ? 'mine' : 'current' }]
  })
  const subs = model.subs.flatMap((sub): Difference[] => {
    const key = sub.sub.code
    // Rows that were not sent stay as they are.
    if (!Object.hasOwn(mine, key)) return []
    const [before, own, now] = [rowsOf(base[key]), rowsOf(mine[key]), rowsOf(current[key])]
    if (sameRows(own, now)) return []
    const changedByMe = !sameRows(before, own)
    const changedByBoth = changedByMe && !sameRows(before, now)
    const many = sub.sub.relation === 'many'
    const initial = changedByBoth && many ? 'both' : changedByMe ? 'mine' : 'current'
    return [{ key, title: sub.title, sub, changedByBoth, initial }]
  })
  return [...fields, ...subs]
}
