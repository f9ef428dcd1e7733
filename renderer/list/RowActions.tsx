import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { type RowAction, RowMenu } from './RowMenu.tsx'

interface Props {
  /** The first stands in the row, the others behind 更多. */
  actions: readonly RowAction[]
  /** Where there is no room, all stand behind 更多. */
  narrow: boolean
  /** Absent where rows may not be deleted. */
  onDelete?: (() => Promise<void>) | undefined
}

/**
 * The links at the end of a row: what cannot be done is absent, not dead. A page has dozens of rows, so a row holds bare
 * buttons; menu and question come when somebody reaches for them.
 */
export function RowActions({ actions, narrow, onDelete }: Props) {
  const first = narrow ? undefined : actions[0]
  const others = narrow ? actions : actions.slice(1)
  return (
    <div className="expo-row-actions">
      {first ? <RowLink onClick={first.run}>{first.label}</RowLink> : null}
      {others.length > 0 || onDelete ? <MoreActions actions={others} onDelete={onDelete} /> : null}
    </div>
  )
}

function MoreActions({ actions, onDelete }: Omit<Props, 'narrow'>) {
  const [reached, setReached] = useState(false)
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const only = actions.length === 0 ? '删除' : !onDelete && actions.length === 1 ? actions[0] : undefined
  const [byKeyboard, setByKeyboard] = useState(false)
  const show = (byKey: boolean) => {
    setReached(true)
    setByKeyboard(byKey)
    setOpen(true)
  }

  return (
    // Once it was reached, the mouse finds the menu's own surface over the button; keys find the button.
    <span className="expo-row-more-place">
      {only === undefined ? (
        <RowLink
          ref={button}
          className="expo-row-more"
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={({ detail }) => show(detail === 0)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            show(true)
          }}
        >
          更多
        </RowLink>
      ) : only === '删除' ? (
        <RowLink
          ref={button}
          danger
          onClick={() => {
            setReached(true)
            setAsking(true)
          }}
        >
          删除
        </RowLink>
      ) : (
        <RowLink onClick={only.run}>{only.label}</RowLink>
      )}
      {reached ? (
        <RowMenu
          button={button}
          actions={only === undefined ? actions : []}
          onDelete={onDelete}
          open={open}
          byKeyboard={byKeyboard}
          onOpen={setOpen}
          asking={asking}
          onAsk={setAsking}
        />
      ) : null}
    </span>
  )
}

interface LinkProps extends ComponentProps<'button'> {
  danger?: boolean
  ref?: RefObject<HTMLButtonElement | null>
}

/** Looks like the kit's small link button, and is one element without state. */
function RowLink({ danger = false, className = '', ...props }: LinkProps) {
  const classes = ['expo-row-link', danger ? 'expo-row-link-danger' : '', className].filter(Boolean).join(' ')
  return <button type="button" className={classes} {...props} />
}
