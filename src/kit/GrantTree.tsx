import { Checkbox, Empty, Input, Space, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import {
  type GrantNode,
  keysIn,
  matching,
  onTheWay,
  type TickedTree,
  withChildren,
  withoutChildren,
  withParents,
} from './ticked-tree.ts'
import './grant-tree.css'

interface Props {
  model: TickedTree
  treeList: readonly GrantNode[]
  ticked: ReadonlySet<string>
  onTick(ticked: ReadonlySet<string>): void
  /** What a tick brings along: the menus on the way to an entry (default), or all that is below it. */
  brings?: 'above' | 'below'
  height?: number
  chosen?: string | null
  /** Present where more than ticking can be done with an entry. */
  onChoose?(key: string | null): void
}

/** Menus and buttons to tick: with a search, and everything at once. */
export function GrantTree({
  model,
  treeList,
  ticked,
  onTick,
  brings = 'above',
  height = 420,
  chosen = null,
  onChoose,
}: Props) {
  const [word, setWord] = useState('')
  const shown = useMemo(() => matching(treeList, word.trim()), [treeList, word])
  // What a search hides is neither ticked nor unticked with the rest.
  const all = useMemo(() => keysIn(shown), [shown])
  const tickedHere = all.filter((key) => ticked.has(key)).length
  const handleAll = (isTicked: boolean) => {
    if (isTicked) return onTick(new Set([...ticked, ...all]))
    const here = new Set(all)
    const left = new Set([...ticked].filter((key) => !here.has(key)))
    // The menus above what stays ticked stay, too: without them it could not be reached.
    onTick(new Set([...left, ...onTheWay(model, left).filter((key) => ticked.has(key))]))
  }
  return (
    <section aria-label={t('菜单与按钮')} className="expo-grants-tree">
      <Space wrap className="expo-grants-tools">
        <Input.Search
          data-typing-is-not-work=""
          aria-label={t('搜索菜单或按钮')}
          placeholder={t('搜索菜单或按钮')}
          allowClear
          onChange={(event) => setWord(event.target.value)}
        />
        <Checkbox
          checked={tickedHere > 0 && tickedHere === all.length}
          indeterminate={tickedHere > 0 && tickedHere < all.length}
          disabled={all.length === 0}
          onChange={(event) => handleAll(event.target.checked)}
        >
          {t('全选')}
        </Checkbox>
        <span className="expo-grants-count">{t('已选 {size} 项', { size: ticked.size })}</span>
      </Space>
      {shown.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={word.trim() === '' ? t('没有可授予的权限') : t('没有匹配的菜单或按钮')}
        />
      ) : (
        <Tree
          key={word.trim() === '' ? 'all' : 'found'}
          checkable
          checkStrictly
          blockNode
          height={height}
          selectable={onChoose !== undefined}
          defaultExpandAll={word.trim() !== ''}
          defaultExpandedKeys={treeList.map(({ key }) => key)}
          treeData={shown}
          checkedKeys={{ checked: [...ticked], halfChecked: onTheWay(model, ticked) }}
          selectedKeys={chosen ? [chosen] : []}
          onSelect={(keys) => onChoose?.(keys[0] === undefined ? null : String(keys[0]))}
          onCheck={(_, { node: clicked, checked }) =>
            onTick(
              checked
                ? (brings === 'above' ? withParents : withChildren)(model, ticked, String(clicked.key))
                : withoutChildren(model, ticked, String(clicked.key)),
            )
          }
        />
      )}
    </section>
  )
}
