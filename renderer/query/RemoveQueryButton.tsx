import { DeleteOutlined } from '@ant-design/icons'
import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { t } from '#schemas/text/text.ts'

interface Props {
  query: SavedQueryOfUser
  onRemove(id: string): void
}

/** Asks, and removes a saved query once the question is gone: its place goes with the query. */
export function RemoveQueryButton({ query: { id, title }, onRemove }: Props) {
  const [isSure, setIsSure] = useState(false)
  return (
    <Popconfirm
      title={t('删除保存的查询“{title}”？', { title })}
      okText={t('删除')}
      cancelText={t('取消')}
      onConfirm={() => setIsSure(true)}
      afterOpenChange={(isOpen) => {
        if (!isOpen && isSure) onRemove(id)
      }}
    >
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('删除保存的查询：{title}', { title })} />
    </Popconfirm>
  )
}
