import { App, Button, Skeleton, Typography } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { PanelFooter, type PanelProps, useRequest, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PermissionTree } from '#schemas/api/role-grant.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { GrantTree } from '../../kit/GrantTree.tsx'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { parentsOf, sameSet } from '../../kit/ticked-tree.ts'

interface Props extends Pick<PanelProps, 'done' | 'close' | 'setUnsaved'> {
  /** Whose grants they are. */
  title: string
  hint: string
  /** What may be ticked, what is held, and where a save goes, each with the parameters that name the holder. */
  tree: Call
  held: Call
  save: Call
}

interface Call {
  path: string
  params: Readonly<Record<string, string>>
}

/** Menus and buttons that somebody holds, in a tree to tick. */
export function GrantedTree({ title, hint, tree, held, save: to, done, close, setUnsaved }: Props) {
  const { http, refreshRights } = useServices()
  const { message } = App.useApp()
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const { busy, save } = useSave()
  const key = JSON.stringify([tree, held])
  const loaded = useRequest(
    async (signal) => {
      const [offered, granted] = await Promise.all([
        http.get<Envelope<PermissionTree>>(tree.path, tree.params, { signal }),
        http.get<Envelope<string[]>>(held.path, held.params, { signal }),
      ])
      return { tree: resultOf(offered).treeList, held: new Set(resultOf(granted)) }
    },
    [http, key],
  )
  const shown = loaded.data
  const model = useMemo(() => parentsOf(shown?.tree ?? []), [shown])
  const isChanged = ticked !== null && shown !== null && !sameSet(ticked, shown.held)
  useEffect(() => setUnsaved(isChanged), [isChanged, setUnsaved])

  if (loaded.error) return <LoadFault of={loaded} />
  if (!shown) return <Skeleton active paragraph={{ rows: 8 }} />
  const handleSave = () =>
    save(async () => {
      resultOf(
        await http.post<Envelope<null>>(to.path, {
          ...to.params,
          permissionIds: [...(ticked ?? shown.held)].join(','),
          lastpermissionIds: [...shown.held].join(','),
        }),
      )
      message.success(t('授权已保存'))
      refreshRights()
      done()
    })
  return (
    <>
      <Typography.Paragraph strong>{title}</Typography.Paragraph>
      <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>
      <GrantTree model={model} treeList={shown.tree} ticked={ticked ?? shown.held} onTick={setTicked} />
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" loading={busy} disabled={!isChanged} onClick={handleSave}>
          {t('保存')}
        </Button>
      </PanelFooter>
    </>
  )
}
