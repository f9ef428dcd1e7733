import { Empty, Flex, Segmented, Table, Tag, Typography } from 'antd'
import { Fragment, useMemo, useState } from 'react'
import { selectionLabels } from '#renderer/index.ts'
import type { ComparedEntry, ComparedPart, PartKind, TakeChoice } from '#schemas/api/configuration.ts'
import { t, texts } from '#schemas/text/text.ts'
import { partTitle } from './part-titles.ts'

type State = ComparedEntry['state'] | 'onlyHere'

const STATES = texts([
  { value: 'new', label: '新增', color: 'green' },
  { value: 'changed', label: '变更', color: 'orange' },
  { value: 'same', label: '相同', color: 'default' },
  { value: 'onlyHere', label: '仅本系统', color: 'blue' },
] as const)

interface Line {
  id: string
  kind: PartKind
  part: string
  key: string
  title: string
  state: State
  /** Null for what is only here. */
  entry: ComparedEntry | null
}

interface Props {
  parts: readonly ComparedPart[]
  choice: TakeChoice
  onChange(choice: TakeChoice): void
}

const LABELS = selectionLabels<Line>(({ title }) => title)

/** The entries of a package beside what is here; those that differ can be chosen. */
export function ComparedTable({ parts, choice, onChange }: Props) {
  const lines = useMemo(() => parts.flatMap(linesOf), [parts])
  const [shown, setShown] = useState<State | 'differs' | 'all'>('differs')
  const countOf = (state: State) =>
    state === 'onlyHere'
      ? parts.reduce((sum, { onlyHere }) => sum + onlyHere.total, 0)
      : lines.filter((line) => line.state === state).length
  const differs = countOf('new') + countOf('changed') > 0
  const chosen = lines.filter(({ kind, key, entry }) => entry && choice[kind]?.[key] !== undefined)

  const handleSelect = (ids: readonly string[]) => {
    const wanted = new Set(ids)
    const next: Partial<Record<PartKind, Record<string, string>>> = {}
    for (const { id, kind, key, entry } of lines)
      if (entry && wanted.has(id)) next[kind] = { ...next[kind], [key]: entry.mark }
    onChange(next)
  }

  return (
    <>
      {!differs && <Typography.Text>{t('配置包与本系统没有差异。')}</Typography.Text>}
      <Segmented
        className="configuration-states"
        aria-label={t('按状态筛选')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'differs' as const, label: t('有差异') },
          { value: 'all' as const, label: t('全部') },
          ...STATES.map(({ value, label }) => ({ value, label: `${label} ${countOf(value)}` })),
        ]}
      />
      <Table<Line>
        size="small"
        rowKey="id"
        dataSource={lines.filter(({ state }) => isShown(state, shown))}
        scroll={{ x: 720 }}
        pagination={{ pageSize: 20, showTotal: (total) => t('共 {total} 条', { total }) }}
        locale={{ emptyText: <Empty description={t('没有这样的内容')} /> }}
        rowSelection={{
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          getTitleCheckboxProps: LABELS.getTitleCheckboxProps,
          getCheckboxProps: (line) => ({
            ...LABELS.getCheckboxProps(line),
            disabled: line.entry === null || line.entry.state === 'same' || line.entry.fault !== null,
          }),
          onChange: (ids) => handleSelect(ids.map(String)),
        }}
        expandable={{
          rowExpandable: ({ entry }) => (entry?.differences.length ?? 0) > 0,
          expandedRowRender: ({ entry }) => entry && <Sides entry={entry} />,
        }}
        columns={[
          {
            title: t('类别'),
            dataIndex: 'part',
            width: 110,
            filters: parts.map(({ kind }) => ({ text: partTitle(kind), value: kind })),
            onFilter: (value, { kind }) => kind === value,
          },
          { title: t('内容'), dataIndex: 'title' },
          {
            title: t('状态'),
            dataIndex: 'state',
            width: 110,
            render: (state: State) => <StateTag of={state} />,
          },
          {
            title: t('说明'),
            key: 'note',
            render: (_, { entry, state }) => <Note entry={entry} state={state} />,
          },
        ]}
      />
    </>
  )
}

function isShown(state: State, shown: State | 'differs' | 'all'): boolean {
  if (shown === 'differs') return state === 'new' || state === 'changed'
  return shown === 'all' || state === shown
}

function linesOf({ kind, entries, onlyHere }: ComparedPart): Line[] {
  const part = partTitle(kind)
  return [
    ...entries.map((entry) => ({
      id: JSON.stringify([kind, entry.key]),
      kind,
      part,
      key: entry.key,
      title: entry.title,
      state: entry.state,
      entry,
    })),
    ...onlyHere.names.map(({ key, title }) => ({
      id: JSON.stringify([kind, key]),
      kind,
      part,
      key,
      title: title === key ? title : `${title}（${key}）`,
      state: 'onlyHere' as const,
      entry: null,
    })),
  ]
}

function StateTag({ of }: { of: State }) {
  const { label, color } = STATES.find(({ value }) => value === of) ?? STATES[2]
  return <Tag color={color}>{label}</Tag>
}

function Note({ entry, state }: { entry: ComparedEntry | null; state: State }) {
  if (state === 'onlyHere') return <Typography.Text type="secondary">{t('保留不变')}</Typography.Text>
  if (!entry) return null
  if (entry.fault !== null) return <Typography.Text type="danger">{entry.fault}</Typography.Text>
  const count = entry.differences.length + entry.more
  return count > 0 ? t('{count} 处不同，展开可看两边的内容', { count }) : null
}

/** What the package says beside what is here, place by place. */
function Sides({ entry: { differences, more } }: { entry: ComparedEntry }) {
  return (
    <Flex vertical gap={8}>
      <div className="configuration-sides">
        <Typography.Text strong>{t('位置')}</Typography.Text>
        <Typography.Text strong>{t('配置包')}</Typography.Text>
        <Typography.Text strong>{t('本系统')}</Typography.Text>
        {differences.map(({ place, given, here }) => (
          <Fragment key={place}>
            <Typography.Text>{place}</Typography.Text>
            <Side value={given} />
            <Side value={here} />
          </Fragment>
        ))}
      </div>
      {more > 0 && <Typography.Text type="secondary">{t('另有 {more} 处不同', { more })}</Typography.Text>}
    </Flex>
  )
}

function Side({ value }: { value: string | null }) {
  return value === null ? (
    <Typography.Text type="secondary">{t('（无）')}</Typography.Text>
  ) : (
    <Typography.Text code>{value}</Typography.Text>
  )
}
