import { Dropdown, Popconfirm } from 'antd'
import { type RefObject, useId } from 'react'

/** Something that can be done with one row. */
export interface RowAction {
  key: string
  label: string
  run(): void
}

interface Props {
  /** What the menu belongs to; the keyboard comes back to it. */
  button: RefObject<HTMLButtonElement | null>
  /** Entries of the menu; with none, only the question before deleting is here. */
  actions: readonly RowAction[]
  onDelete?: (() => Promise<void>) | undefined
  open: boolean
  /** Opened by a key: the keyboard goes on in the menu. */
  byKeyboard: boolean
  onOpen(open: boolean): void
  /** The question before deleting is shown. */
  asking: boolean
  onAsk(asking: boolean): void
}

/** The menu of one row and its question before deleting, laid over the row's button. */
export function RowMenu({ button, actions, onDelete, open, byKeyboard, onOpen, asking, onAsk }: Props) {
  const cancelId = useId()
  // The menu's entry is about to disappear: the keyboard comes back to the button that opened it. Not before the key that
  // chose the entry is through, or it would press the button.
  const fromButton = (run: () => void) => () => {
    setTimeout(() => {
      button.current?.focus()
      run()
    })
  }
  const items = [
    ...actions.map(({ key, label, run }) => ({ key, label, onClick: fromButton(run) })),
    ...(onDelete
      ? [{ key: 'delete', label: '删除', danger: true, onClick: fromButton(() => onAsk(true)) }]
      : []),
  ]
  const close = fromButton(() => onAsk(false))
  /** Closed by a key, the keyboard is still in what disappears; closed by a click elsewhere, it has gone on. */
  const regain = () => {
    setTimeout(() => {
      const at = document.activeElement
      if (at === document.body || at?.closest('.ant-dropdown, .ant-popover')) button.current?.focus()
    })
  }
  const surface = (
    // The kit gives the keyboard back to what it thinks opened the menu; Tab goes on from there.
    // biome-ignore lint/a11y/noStaticElementInteractions: it passes the focus on, and takes no key of its own
    <span
      role="presentation"
      className="expo-row-more-surface"
      tabIndex={-1}
      onFocus={() => button.current?.focus()}
    />
  )
  return (
    <Popconfirm
      title="是否确认删除?"
      open={asking}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true }}
      // Whoever came by the keyboard goes on by it, and deletes nothing by pressing Enter once too often.
      cancelButtonProps={{ id: cancelId }}
      afterOpenChange={(shown) => {
        if (shown) document.getElementById(cancelId)?.focus()
      }}
      placement="topRight"
      onConfirm={async () => {
        await onDelete?.()
        close()
      }}
      onCancel={close}
      // The menu opens it, not a click on the menu's button; a click elsewhere closes it.
      onOpenChange={(shown) => {
        if (shown) return
        onAsk(false)
        regain()
      }}
    >
      {actions.length > 0 ? (
        <Dropdown
          // Not by resting the mouse: it still rests there when a choice was made, and would open the menu again.
          trigger={['click']}
          autoFocus={byKeyboard}
          menu={{ items }}
          open={open}
          onOpenChange={(shown) => {
            onOpen(shown)
            if (!shown) regain()
          }}
        >
          {surface}
        </Dropdown>
      ) : (
        surface
      )}
    </Popconfirm>
  )
}
