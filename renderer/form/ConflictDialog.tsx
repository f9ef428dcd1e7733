import { Alert, Button, Flex, Modal, Table, type TableColumnsType, Tag, Typography } from 'antd'
import { useMemo, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useScreen } from '../kit/use-screen.ts'
import type { MergePart, RecordMerge } from '../model/merge-record.ts'
import type { Side } from '../model/merge-row.ts'
import type { PageModel } from '../model/page-model.ts'
import { MergeSide, PartTitle } from './MergeSide.tsx'

interface Props {
  merge: RecordMerge
  title: string
  /** What came in between. */
  note: string
  /** What is done with the record as it was decided. */
  okText: string
  /** How leaving the dialog without a decision is called. */
  backText: string
  /** The record as the user decided. */
  onResolve(merged: Row): void
  onCancel(): void
}

/** More differences than these are shown page by page. */
const PAGE_SIZE = 50

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/**
 * A record was changed on two sides. What only one side changed is merged already; what both changed is decided here,
 * field by field and row by row, and nothing typed is lost.
 */
export function ConflictDialog({ merge, title, note, okText, backText, onResolve, onCancel }: Props) {
  const isNarrow = useScreen() === 'xs'
  const [decided, setDecided] = useState<ReadonlyMap<string, Side>>(new Map())
  const undecided = merge.parts.filter(({ key, from }) => from === null && !decided.has(key))
  // What is to be decided stands first.
  const parts = useMemo(
    () => [...merge.parts].sort((a, b) => Number(a.from !== null) - Number(b.from !== null)),
    [merge],
  )
  const decide = (keys: readonly string[], side: Side) =>
    setDecided((before) => new Map([...before, ...keys.map((key) => [key, side] as const)]))
  const conflicts = parts.filter(({ from }) => from === null).map(({ key }) => key)

  const sideOf = (part: MergePart, side: Side) => (
    <MergeSide
      part={part}
      side={side}
      isChosen={(decided.get(part.key) ?? part.from) === side}
      onChoose={() => decide([part.key], side)}
    />
  )
  const sides = [
    { side: 'mine', title: t('我的内容') },
    { side: 'current', title: t('当前内容') },
    { side: 'before', title: t('修改前') },
  ] as const

  const beside: TableColumnsType<MergePart> = [
    { title: t('字段'), width: 180, render: (_, part) => <PartTitle part={part} /> },
    ...sides.map(({ side, title }) => ({
      title,
      render: (_: unknown, part: MergePart) => sideOf(part, side),
    })),
    { title: t('合并结果'), width: 100, render: (_, { from }) => <ResultTag from={from} /> },
  ]
  // Side by side they would stand beyond the edge of a phone.
  const below: TableColumnsType<MergePart> = [
    {
      title: t('字段'),
      width: 110,
      render: (_, part) => (
        <Flex vertical gap={4} align="start">
          <PartTitle part={part} />
          <ResultTag from={part.from} />
        </Flex>
      ),
    },
    {
      title: t('合并结果'),
      render: (_, part) =>
        sides
          .filter(({ side }) => side !== 'before' || part.sides.before !== null)
          .map(({ side, title }) => (
            <Flex key={side} vertical>
              <Typography.Text type="secondary">{title}</Typography.Text>
              {sideOf(part, side)}
            </Flex>
          )),
    },
  ]

  return (
    <Modal
      open
      title={title}
      width="min(1100px, 100vw)"
      onCancel={onCancel}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          {backText}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={undecided.length > 0}
          onClick={() => onResolve(merge.build(decided))}
        >
          {okText}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon className="expo-conflict-note" title={note} />
      {conflicts.length > 0 ? (
        <Flex className="expo-conflict-note" gap={8} align="center" wrap>
          <span role="status">
            {undecided.length > 0
              ? t('双方都改过的内容还有 {count} 处需要选择', { count: undecided.length })
              : t('双方都改过的内容已全部选择')}
          </span>
          <Button size="small" onClick={() => decide(conflicts, 'mine')}>
            {t('全部用我的')}
          </Button>
          <Button size="small" onClick={() => decide(conflicts, 'current')}>
            {t('全部用当前的')}
          </Button>
        </Flex>
      ) : null}
      <Table
        size="small"
        pagination={parts.length > PAGE_SIZE ? { pageSize: PAGE_SIZE, showSizeChanger: false } : false}
        scroll={isNarrow ? { y: 420 } : { x: 760, y: 420 }}
        rowKey="key"
        dataSource={parts}
        locale={{ emptyText: t('两边的内容相同') }}
        columns={isNarrow ? below : beside}
      />
    </Modal>
  )
}

function ResultTag({ from }: Pick<MergePart, 'from'>) {
  return from === null ? <Tag color="warning">{t('双方都改过')}</Tag> : <Tag>{t('已自动合并')}</Tag>
}

/** Who saved the record in between, and that nothing typed is lost. */
export function savedMeanwhile({ form }: PageModel, current: Row): string {
  const { updateBy, updateTime } = form.stamps
  const changedBy = text(current[`${updateBy}_dictText`] ?? current[updateBy]) || t('其他用户')
  return t('{changedBy} 于 {text} 保存了这条记录。只有一方改过的内容已自动合并，您输入的内容不会丢失。', {
    changedBy,
    text: text(current[updateTime]) || t('刚才'),
  })
}
