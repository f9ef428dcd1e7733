import { App, Button, Empty, Skeleton, Typography } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { askToDiscard, PanelFooter, type PanelProps, useRequest, useSave } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { GrantTree } from '../../kit/GrantTree.tsx'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { parentsOf, sameSet } from '../../kit/ticked-tree.ts'
import { GrantExtras } from './GrantExtras.tsx'
import { grantsApi } from './grants-api.ts'
import './role-grants.css'

/** What a role may do: menus with their buttons in a tree, and per menu its data rules, columns and rows. */
export default function RoleGrantsPanel({ records, changed, done, close, setUnsaved }: PanelProps) {
  const roleId = String(records[0]?.id ?? '')
  const { http, refreshRights } = useServices()
  const { message, modal } = App.useApp()
  const api = useMemo(() => grantsApi(http), [http])
  const loaded = useRequest(
    async (signal) => {
      const [tree, held] = await Promise.all([api.tree(signal), api.held(roleId, signal)])
      return { tree, held }
    },
    [api, roleId],
  )
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  // What is ticked beside the tree is saved by buttons of its own.
  const [hasUnsavedExtras, setHasUnsavedExtras] = useState(false)
  const { busy, save } = useSave()

  const treeList = loaded.data?.tree.treeList
  const held = useMemo(() => new Set(loaded.data?.held), [loaded.data])
  const wanted = ticked ?? held
  const isChanged = ticked !== null && !sameSet(ticked, held)
  useEffect(() => setUnsaved(isChanged || hasUnsavedExtras), [isChanged, hasUnsavedExtras, setUnsaved])
  const model = useMemo(() => parentsOf(treeList ?? []), [treeList])

  if (loaded.error) return <LoadFault of={loaded} />
  if (!loaded.data) return <Skeleton active paragraph={{ rows: 10 }} />

  const node = chosen ? model.nodes.get(chosen) : undefined
  const handleSave = () =>
    save(async () => {
      await api.save(roleId, [...held], [...wanted])
      message.success(t('授权已保存'))
      refreshRights()
      // Data rights of a menu that was just given are set next.
      const isNewlyHeld = chosen !== null && !held.has(chosen) && wanted.has(chosen)
      if (!hasUnsavedExtras && !isNewlyHeld) return done()
      loaded.reload()
      changed()
    })

  const choose = (key: string | null) => {
    const show = () => {
      setHasUnsavedExtras(false)
      setChosen(key)
    }
    if (hasUnsavedExtras) askToDiscard(modal, show)
    else show()
  }

  return (
    <div className="expo-grants">
      <Typography.Paragraph className="expo-grants-role">
        {t('角色：{name}（{code}）', {
          name: String(records[0]?.roleName ?? ''),
          code: String(records[0]?.roleCode ?? ''),
        })}
      </Typography.Paragraph>
      <div className="expo-grants-parts">
        <GrantTree
          model={model}
          treeList={loaded.data.tree.treeList}
          ticked={wanted}
          onTick={setTicked}
          chosen={chosen}
          onChoose={choose}
        />
        <section aria-label={t('数据权限')} className="expo-grants-extras">
          {node ? (
            <GrantExtras
              key={node.key}
              api={api}
              roleId={roleId}
              node={node}
              isHeld={held.has(node.key)}
              onSaved={refreshRights}
              onUnsaved={setHasUnsavedExtras}
            />
          ) : (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={t('点选左侧菜单，可设置其数据规则、受控字段与行规则')}
            />
          )}
        </section>
      </div>
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" loading={busy} disabled={!isChanged} onClick={handleSave}>
          {t('保存')}
        </Button>
      </PanelFooter>
    </div>
  )
}
