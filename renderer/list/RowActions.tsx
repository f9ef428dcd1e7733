import { Button, Dropdown, Popconfirm } from 'antd'
import { useId, useRef, useState } from 'react'

/** Something that can be done with one row. */
export interface RowAction {
  key: string
  label: string
  run(): void
}

interface Props {
  /** The first stands in the row, the others behind 更多. */
  actions: readonly RowAction[]
  /** Where there is no room, all stand behind 更多. */
  narrow: boolean
  /** Absent where rows may not be deleted. */
  onDelete?: (() => Promise<void>) | undefined
}

/** The links at the end of a row: what cannot be done is absent, not dead. */
export function RowActions({ actions, narrow, onDelete }: Props) {
  const [asking, setAsking] = useState(false)
  const cancelId = useId()
  const more = useRef<HTMLButtonElement>(null)
  const first = narrow ? undefined : actions[0]
  const others = narrow ? actions : actions.slice(1)
  // The menu's entry is about to disappear: the keyboard comes back to the button that opened it. Not before the key that
  // chose the entry is through, or it would press the button.
  const fromButton = (run: () => void) => () => {
    setTimeout(() => {
      more.current?.focus()
      run()
    })
  }
  const items = [
    ...others.map(({ key, label, run }) => ({ key, label, onClick: fromButton(run) })),
    ...(onDelete
      ? [{ key: 'delete', label: '删除', danger: true, onClick: fromButton(() => setAsking(true)) }]
      : []),
  ]
  const close = fromButton(() => setAsking(false))
  return (
    <div className="expo-row-actions">
      {first ? (
        <Button type="link" size="small" onClick={first.run}>
          {first.label}
        </Button>
      ) : null}
      {items.length > 0 ? (
        <Popconfirm
          title="是否确认删除?"
          open={asking}
          okText="删除"
          cancelText="取消"
          okButtonProps={{ danger: true }}
          // Whoever came by the keyboard goes on by it, and deletes nothing by pressing Enter once too often.
          cancelButtonProps={{ id: cancelId }}
          afterOpenChange={(open) => {
            if (open) document.getElementById(cancelId)?.focus()
          }}
          placement="topRight"
          onConfirm={async () => {
            await onDelete?.()
            close()
          }}
          onCancel={close}
          // The menu opens it, not a click on the menu's button; a click elsewhere closes it.
          onOpenChange={(open) => {
            if (!open) setAsking(false)
          }}
        >
          {items.length === 1 && items[0] ? (
            <Button
              ref={more}
              type="link"
              size="small"
              danger={'danger' in items[0]}
              onClick={items[0].onClick}
            >
              {items[0].label}
            </Button>
          ) : (
            <Dropdown trigger={['hover', 'click']} menu={{ items }}>
              <Button ref={more} type="link" size="small" className="expo-row-more">
                更多
              </Button>
            </Dropdown>
          )}
        </Popconfirm>
      ) : null}
    </div>
  )
}
