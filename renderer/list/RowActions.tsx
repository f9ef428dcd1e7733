import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { type RowAction, RowMenu } from './RowMenu.tsx'

interface Props {
  /** The first stands in the row, the others behind 更多. */
  actions: readonly RowAction[]
  /** Where there is no room, all stand behind 更多. */
  narrow: boolean
}

/**
 * The links at the end of a row: what cannot be done is absent, not dead. A page has dozens of rows, so a row holds bare
 * buttons; menu and question come when somebody reaches for them.
 */
export function RowActions({ actions, narrow }: Props) {
  const [first] = actions
  const others = narrow ? actions : actions.slice(1)
  return (
    <div className="expo-row-actions">
      {first && !narrow ? <OneAction action={first} /> : null}
      {others.length === 1 && others[0] ? <OneAction action={others[0]} /> : null}
      {others.length > 1 ? <MoreActions actions={others} /> : null}
    </div>
  )
}

/** One action as a link of its own; locked while it runs. */
function OneAction({ action }: { action: RowAction }) {
  const [asking, setAsking] = useState<RowAction | null>(null)
  const [reached, setReached] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { label, danger, question, run } = action
  if (!question)
    return (
      <RowLink
        danger={danger}
        disabled={isBusy}
        onClick={() => {
          setIsBusy(true)
          void run().finally(() => setIsBusy(false))
        }}
      >
        {label}
      </RowLink>
    )
  return (
    <span className="expo-row-more-place">
      <RowLink
        ref={button}
        danger={danger}
        onClick={() => {
          setReached(true)
          setAsking(action)
        }}
      >
        {label}
      </RowLink>
      {reached ? (
        <RowMenu
          button={button}
          actions={NONE}
          open={false}
          byKeyboard={false}
          onOpen={() => {}}
          asking={asking}
          onAsk={setAsking}
        />
      ) : null}
    </span>
  )
}

const NONE: readonly RowAction[] = []

interface MoreProps extends Pick<Props, 'actions'> {
  /** Stands on the button in place of 更多. */
  children?: ReactNode
  className?: string
  title?: string
}

/** What can be done, in a menu that a button opens. */
export function MoreActions({ actions, children, className, title }: MoreProps) {
  const [reached, setReached] = useState(false)
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<RowAction | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const show = (byKey: boolean) => {
    setReached(true)
    setByKeyboard(byKey)
    setOpen(true)
  }

  return (
    // Once it was reached, the mouse finds the menu's own surface over the button; keys find the button.
    <span className="expo-row-more-place">
      <RowLink
        ref={button}
        className="expo-row-more"
        {...(className ? { look: className } : {})}
        {...(title ? { title } : {})}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={({ detail }) => show(detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show(true)
        }}
      >
        {children ?? t('更多')}
      </RowLink>
      {reached ? (
        <RowMenu
          button={button}
          actions={actions}
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
  /** Looks like this instead. */
  look?: string
  ref?: RefObject<HTMLButtonElement | null>
}

/** Looks like the kit's small link button, and is one element without state. */
function RowLink({ danger = false, look = 'expo-row-link', className = '', ...props }: LinkProps) {
  const classes = [look, danger ? 'expo-row-link-danger' : '', className].filter(Boolean).join(' ')
  return <button type="button" className={classes} {...props} />
}
