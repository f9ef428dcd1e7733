import { Button } from 'antd'
import type { ReactNode, Ref } from 'react'

/** Whoever opens something from it (a menu, a bubble) adds its own handlers. */
interface Props {
  title: string
  icon: ReactNode
  disabled: boolean
  /** Whether what it switches is on; absent for a button that does something once. */
  pressed?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
  onPress?(): void
}

/** A button in an editor's row of tools; the text keeps its selection while it is pressed. */
export function ToolButton({ title, icon, disabled, pressed, className, ref, onPress, ...given }: Props) {
  return (
    <Button
      {...given}
      {...(ref ? { ref } : {})}
      type="text"
      size="small"
      icon={icon}
      title={title}
      aria-label={title}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(className ? { className } : {})}
      onMouseDown={(event) => event.preventDefault()}
      {...(onPress ? { onClick: onPress } : {})}
    />
  )
}
