import { Dropdown, Popconfirm } from 'antd'
import { type RefObject, useId, useState } from 'react'
import { t } from '#schemas/text/text.ts'

/** Something that can be done with one row. */
export interface RowAction {
  key: string
  label: string
  danger: boolean
  /** Asked first, over the row. */
  question: { title: string; okText: string } | null
  run(): Promise<void>
}

interface Props {
  /** What the menu belongs to; the keyboard comes back to it. */
  button: RefObject<HTMLButtonElement | null>
  /** Entries of the menu; with none, only a question is here. */
  actions: readonly RowAction[]
  open: boolean
  /** Opened by a key: the keyboard goes on in the menu. */
  byKeyboard: boolean
  onOpen(open: boolean): void
  /** The action whose question is shown. */
  asking: RowAction | null
  onAsk(action: RowAction | null): void
}

/** The menu of one row and the questions of its actions, laid over the row's button. */
export function RowMenu({ button, actions, open, byKeyboard, onOpen, asking, onAsk }: Props) {
  const cancelId = useId()
  // The question keeps its words while it fades.
  const [asked, setAsked] = useState(asking)
  if (asking && asking !== asked) setAsked(asking)
  // The menu's entry is about to disappear: the keyboard comes back to the button that opened it. Not before the key that
  // chose the entry is through, or it would press the button.
  const fromButton = (run: () => void) => () => {
    setTimeout(() => {
      button.current?.focus()
      run()
    })
  }
  const items = actions.map((action) => ({
    key: action.key,
    label: action.label,
    danger: action.danger,
    onClick: fromButton(() => (action.question ? onAsk(action) : void action.run())),
  }))
  const close = fromButton(() => onAsk(null))
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
      title={asked?.question?.title}
      open={asking !== null}
      okText={asked?.question?.okText}
      cancelText={t('取消')}
      okButtonProps={{ danger: asked?.danger ?? false }}
      // Whoever came by the keyboard goes on by it, and deletes nothing by pressing Enter once too often.
      cancelButtonProps={{ id: cancelId }}
      afterOpenChange={(shown) => {
        if (shown) document.getElementById(cancelId)?.focus()
      }}
      placement="topRight"
      // At once: what was answered is not asked any longer, however long the server works.
      onConfirm={() => {
        const action = asking
        close()
        void action?.run()
      }}
      onCancel={close}
      // The menu opens it, not a click on the menu's button; a click elsewhere closes it.
      onOpenChange={(shown) => {
        if (shown) return
        onAsk(null)
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
