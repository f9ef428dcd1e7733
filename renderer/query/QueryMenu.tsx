import { StarOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useState } from 'react'
import type { QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'
import type { NewQuery } from '../data/saved-queries.ts'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import type { QuerySet } from './use-saved-queries.ts'

const SaveQueryDialog = lazyDialog(async () => ({
  default: (await import('./SaveQueryDialog.tsx')).SaveQueryDialog,
}))
const ManageQueries = lazyDialog(async () => ({
  default: (await import('./ManageQueries.tsx')).ManageQueries,
}))

interface Props {
  saved: QuerySet
  active: SavedQueryOfUser | null
  isChanged: boolean
  /** What the list asks for now, and how it looks. */
  settings(): QuerySettings
  /** The address of the list as it is now; of a query of the user's own without its name, which nobody else knows. */
  address(): string
  onSaved(id: string): void
  /** Goes to a query and begins its export; absent where nothing is exported. */
  onExport?: ((query: SavedQueryOfUser) => void) | undefined
}

/** What can be done with the saved queries of a list. */
export function QueryMenu({ saved, active, isChanged, settings, address, onSaved, onExport }: Props) {
  const { message, modal } = App.useApp()
  const { keeper, place, keep } = saved
  const [opened, setOpened] = useState<'save' | 'manage' | null>(null)
  if (!keeper) return null

  async function save(query: NewQuery) {
    const id = await keep(keeper?.save(place, query) ?? Promise.reject(), t('保存成功'))
    // What was typed stays where it was not taken.
    if (id === null) return
    setOpened(null)
    onSaved(id)
  }

  /** What the list asks for stays in it, whatever comes of it. */
  function update(query: SavedQueryOfUser, kept: QuerySettings, overwrites = false) {
    const { id, title, version } = query
    const change = keeper?.change?.(place, id, { settings: kept, ...(overwrites ? {} : { version }) })
    void keep(change ?? Promise.reject(), t('保存成功'), () =>
      modal.confirm({
        title: t('“{title}”已被他人修改', { title }),
        content: t('覆盖后对方的修改会丢失；取消则保留对方的修改，您的条件仍在列表中。'),
        okText: t('覆盖'),
        cancelText: t('取消'),
        onOk: () => update(query, kept, true),
      }),
    )
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(address())
      message.success(t('链接已复制'))
    } catch {
      message.error(t('复制失败'))
    }
  }

  const use = active?.forMe ? keeper.use : undefined
  const change = active?.mayChange && isChanged ? keeper.change : undefined
  const items: MenuProps['items'] = [
    ...(active && change
      ? [
          {
            key: 'update',
            label: t('更新“{title}”', { title: active.title }),
            onClick: () => update(active, settings()),
          },
        ]
      : []),
    { key: 'save', label: t('保存当前查询…'), onClick: () => setOpened('save') },
    { key: 'copy', label: t('复制链接'), onClick: () => void copy() },
    ...(active && onExport
      ? [
          {
            key: 'export',
            label: t('导出“{title}”', { title: active.title }),
            onClick: () => onExport(active),
          },
        ]
      : []),
    ...(active && use
      ? [
          { key: 'line', type: 'divider' as const },
          {
            key: 'opens',
            label: active.opens ? t('取消默认使用') : t('打开列表时默认使用'),
            onClick: () => void keep(use(place, active.id, { opens: !active.opens })),
          },
          {
            key: 'home',
            label: active.onHome ? t('从首页移除') : t('显示在我的首页'),
            onClick: () =>
              void keep(
                use(place, active.id, { onHome: !active.onHome }),
                active.onHome ? t('已从首页移除') : t('已显示在首页'),
              ),
          },
          {
            key: 'subscribed',
            label: active.subscribed ? t('取消订阅') : t('订阅'),
            onClick: () =>
              void keep(
                use(place, active.id, { subscribed: !active.subscribed }),
                active.subscribed ? t('已取消订阅') : t('已订阅，有记录进入时会通知您'),
              ),
          },
        ]
      : []),
    { key: 'end', type: 'divider' as const },
    { key: 'manage', label: t('管理查询'), onClick: () => setOpened('manage') },
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Tooltip title={t('保存的查询')}>
          <Button type="text" icon={<StarOutlined />} aria-label={t('保存的查询')} />
        </Tooltip>
      </Dropdown>
      {opened === 'save' ? (
        <SaveQueryDialog
          saved={saved}
          settings={settings()}
          from={active}
          onCancel={() => setOpened(null)}
          onConfirm={(query) => void save(query)}
        />
      ) : null}
      {opened === 'manage' ? (
        <ManageQueries
          saved={saved}
          onExport={
            onExport &&
            ((query) => {
              setOpened(null)
              onExport(query)
            })
          }
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  )
}
