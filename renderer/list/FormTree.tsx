import { ReloadOutlined } from '@ant-design/icons'
import { Button, Empty, Flex, Skeleton, Tree, type TreeDataNode, type TreeProps, Typography } from 'antd'
import { type Key, useEffect, useRef } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import { actionsAt } from '../actions/form-actions.ts'
import { FaultFace } from '../kit/FaultFace.tsx'
import { Panel } from '../kit/Panel.tsx'
import { CHILD_ROWS } from '../model/child-rows.ts'
import type { DropZone } from '../model/row-moves.ts'
import type { RowMoves } from './moving/use-row-moves.tsx'
import { type FormRecordsInput, useFormRecords } from './use-form-records.tsx'
import type { ListModel } from './use-list.ts'
import { isPlaceholder } from './use-tree-rows.ts'

interface Props extends FormRecordsInput {
  title: string
  /** The title stands above the tree already, e.g. in the heading of a drawer. */
  titled?: boolean
  /** The chosen record is shown beside the tree, with what can be done there. */
  besideRecord?: boolean
  /** The node that is chosen; null where none is. */
  onPick(row: Row | null): void
}

/** The records of a tree form as a tree; what can be done with the chosen node stands above it. */
export function FormTree({ title, titled = false, onPick, besideRecord = false, ...input }: Props) {
  const { form } = input.model
  const { list, chosen, runner, actions, moves, dialogs } = useFormRecords(input)
  const picked = chosen[0] ?? null
  useEffect(() => onPick(picked), [onPick, picked])
  useOnlyRoot(list)
  const ofNode = actionsAt(actions, 'row').filter(
    ({ at, code }) => !besideRecord || !(at.includes('record') || code === 'detail'),
  )
  return (
    <Panel className="expo-tree">
      <Flex justify={titled ? 'flex-end' : 'space-between'} align="center">
        {titled ? null : <strong>{title}</strong>}
        <Flex wrap gap={4} justify="flex-end">
          <ActionButtons
            actions={actionsAt(actions, 'page').filter(({ code }) => code !== 'batch_delete')}
            records={chosen}
            runner={runner}
          />
          <Button type="text" icon={<ReloadOutlined />} aria-label={t('刷新')} onClick={list.reload} />
        </Flex>
      </Flex>
      {ofNode.length > 0 ? (
        <Flex wrap align="center" className="expo-tree-actions">
          {picked ? (
            <ActionButtons actions={ofNode} records={chosen} runner={runner} inline hidesRefused />
          ) : (
            <Typography.Text type="secondary">
              {t('点选后可{actions}', { actions: ofNode.map((action) => action.title).join('、') })}
            </Typography.Text>
          )}
        </Flex>
      ) : null}
      <Nodes list={list} label={form.tree?.label ?? 'id'} title={title} moves={moves} />
      {dialogs}
    </Panel>
  )
}

interface NodesProps {
  list: ListModel
  label: string
  title: string
  moves: RowMoves | null
}

/** A tree with one root shows what is below it from the beginning. */
function useOnlyRoot({ rows, tree, keyOf }: ListModel): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (rows === null || isDone.current) return
    isDone.current = true
    const [root, ...others] = rows
    if (root && others.length === 0 && root[CHILD_ROWS]) tree?.open(keyOf(root))
  }, [rows, tree, keyOf])
}

function Nodes({ list, label, title, moves }: NodesProps) {
  const { rows, error, tree } = list
  if (rows === null && error)
    return (
      <FaultFace
        status={error.status === 403 ? '403' : 'warning'}
        title={error.status === 403 ? t('您没有查看这些数据的权限') : error.message}
        extra={<Button onClick={list.reload}>{t('重试')}</Button>}
      />
    )
  if (rows === null) return <Skeleton active paragraph={{ rows: 6 }} />
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
  const byKey = new Map<string, Row>()
  const handleSelect = (keys: Key[]) => {
    const key = keys[0] === undefined ? undefined : String(keys[0])
    const row = key === undefined ? undefined : byKey.get(key)
    list.choose(new Map(row && key !== undefined ? [[key, row]] : []))
  }
  return (
    <Tree
      blockNode
      aria-label={title}
      treeData={rows.map((row) => nodeOf(row, label, list, byKey))}
      expandedKeys={[...(tree?.expanded ?? [])]}
      selectedKeys={[...list.chosen.keys()]}
      onSelect={handleSelect}
      onExpand={(_, { node, expanded }) => tree?.toggle(String(node.key), expanded)}
      {...(moves ? dragging(moves, byKey) : {})}
    />
  )
}

/** Nodes that are dragged with the mouse; the keyboard has 上移 and 下移 above the tree. */
function dragging(moves: RowMoves, byKey: ReadonlyMap<string, Row>): TreeProps {
  return {
    draggable: {
      icon: false,
      nodeDraggable: ({ key }) => {
        const row = byKey.get(String(key))
        return row !== undefined && moves.mayMove(row)
      },
    },
    allowDrop: ({ dragNode, dropNode, dropPosition }) =>
      moves.fits(String(dragNode.key), String(dropNode.key), zoneOf(dropPosition)),
    onDrop: ({ dragNode, node, dropPosition, dropToGap }) => {
      // The kit counts from the topmost node; the last part of the position is the node's own place.
      const beside = dropPosition - Number(node.pos.split('-').at(-1))
      moves.drop(String(dragNode.key), String(node.key), dropToGap ? zoneOf(beside) : 'into')
    },
  }
}

function zoneOf(position: number): DropZone {
  return position === 0 ? 'into' : position < 0 ? 'before' : 'after'
}

function nodeOf(row: Row, label: string, list: ListModel, byKey: Map<string, Row>): TreeDataNode {
  const key = list.keyOf(row)
  if (isPlaceholder(row)) return { key, title: t('加载中…'), isLeaf: true, selectable: false }
  byKey.set(key, row)
  const below = row[CHILD_ROWS] as Row[] | undefined
  return {
    key,
    title: String(row[label] ?? key),
    isLeaf: below === undefined,
    ...(below ? { children: below.map((one) => nodeOf(one, label, list, byKey)) } : {}),
  }
}
