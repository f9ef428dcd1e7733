import { Alert, App, Button, Flex, Input, Space, Tree } from 'antd'
import { useMemo, useState } from 'react'
import {
  ChosenRows,
  CLEARABLE,
  type LazyTreeNode,
  PickDialog,
  PickTable,
  useLazyTree,
  useList,
} from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { ListColumn, ShownField } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t, texts } from '#schemas/text/text.ts'
import { USERS } from './find-users.ts'
import { userField } from './user-fields.ts'

const WIDTH = 1250
/** Height of the departments (px). */
const TREE_HEIGHT = 480
/** The departments of the platform. */
const DEPARTS = lookupSource({ view: 'sel_depart', options: {}, dict: null })

const column = (
  name: string,
  title: string,
  more: Partial<ShownField> = {},
  width: number | null = null,
): ListColumn => ({
  field: userField(name, title, more),
  width,
  sortable: false,
  fixed: null,
  align: 'left',
})
const COLUMNS: readonly ListColumn[] = texts([
  column('username', '用户账号'),
  column('realname', '用户姓名'),
  // Not the first one, which names a card on a telephone.
  column('avatar', '头像', { view: 'image' }, 64),
  column('sex', '性别', {
    view: 'list',
    dict: [
      { value: 1, text: '男' },
      { value: 2, text: '女' },
    ],
  }),
  column('phone', '手机'),
  column('orgCodeTxt', '部门'),
])

interface Props {
  value: readonly string[]
  /** Names of the value; null while they are under way. */
  names: ReadonlyMap<string, string> | null
  stored: 'username' | 'id'
  several: boolean
  onCancel(): void
  onConfirm(value: string[]): void
}

/** Users by department: the tree on the left, search and table on the right. */
export default function SelUserDialog({ value, names, stored, several, onCancel, onConfirm }: Props) {
  const { message } = App.useApp()
  const [depart, setDepart] = useState('')
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState('')
  const departs = useLazyTree(DEPARTS)
  const where = useMemo(() => userFilter(account, depart) ?? undefined, [account, depart])
  const [begun] = useState(() => new Map(value.map((one) => [one, { [stored]: one }])))
  const users = useList({ source: USERS, columns: COLUMNS, where, rowKey: stored, chosen: begun })
  const { chosen } = users
  const departTree = useMemo(() => nested(departs.nodes), [departs.nodes])
  const firstPage = () => users.navigate({ ...users.state, pageNo: 1 })
  const search = () => {
    setAccount(typed.trim())
    firstPage()
  }

  function confirm() {
    // Nothing is a choice only for who takes away what was chosen before.
    if (chosen.size === 0 && value.length === 0) {
      message.warning(t('请选择用户'))
      return
    }
    onConfirm([...chosen.keys()])
  }

  return (
    <PickDialog title={t('根据部门选择用户')} width={WIDTH} onCancel={onCancel} onConfirm={confirm}>
      <Flex gap={16} wrap="wrap">
        <div style={{ flex: '0 1 220px', minWidth: 180 }}>
          {departs.error ? (
            <Alert type="error" title={departs.error.message} action={<Retry onClick={departs.retry} />} />
          ) : null}
          <Tree
            blockNode
            aria-label={t('部门')}
            // Only what is seen is drawn, however many departments stand side by side.
            height={TREE_HEIGHT}
            treeData={departTree}
            selectedKeys={depart ? [depart] : []}
            loadData={({ key }) => departs.load(String(key))}
            loadedKeys={departs.loadedKeys}
            onExpand={departs.retry}
            onSelect={(keys) => {
              setDepart(String(keys[0] ?? ''))
              firstPage()
            }}
          />
        </div>
        <div style={{ flex: '1 1 420px', minWidth: 0 }}>
          <Space className="expo-pick-search" style={{ marginBottom: 12 }} wrap>
            <Input
              aria-label={t('用户账号')}
              placeholder={t('请输入用户账号或姓名')}
              allowClear={CLEARABLE}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={search}
            />
            <Button type="primary" onClick={search}>
              {t('查询')}
            </Button>
            <Button
              onClick={() => {
                setTyped('')
                setDepart('')
                setAccount('')
                firstPage()
              }}
            >
              {t('重置')}
            </Button>
          </Space>
          <PickTable list={users} several={several} />
        </div>
        <div style={{ flex: '0 1 240px', minWidth: 200 }}>
          <ChosenRows list={users} name="realname" picture="avatar" names={names} />
        </div>
      </Flex>
    </PickDialog>
  )
}

/** By the name or the account: a user looking for a person knows one of the two. */
function userFilter(account: string, depart: string): Condition | null {
  const all: Condition[] = depart ? [{ field: 'departId', rule: 'eq', val: depart }] : []
  if (account)
    all.push({
      or: ['username', 'realname'].map((field) => ({ field, rule: 'like' as const, val: account })),
    })
  const [first, ...others] = all
  return first ? (others.length > 0 ? { and: all } : first) : null
}

function Retry({ onClick }: { onClick(): void }) {
  return (
    <Button size="small" onClick={onClick}>
      {t('重试')}
    </Button>
  )
}

interface TreeData {
  key: string
  title: string
  isLeaf: boolean
  disabled: boolean
  children?: TreeData[]
}

function nested(nodes: readonly LazyTreeNode[]): TreeData[] {
  const levels = new Map<string, TreeData[]>()
  for (const { id: key, pId, title, isLeaf, disabled = false } of nodes) {
    const level = levels.get(pId) ?? []
    level.push({ key, title, isLeaf, disabled })
    levels.set(pId, level)
  }
  for (const level of levels.values())
    for (const node of level) {
      const children = levels.get(node.key)
      if (children) node.children = children
    }
  return levels.get('') ?? []
}
