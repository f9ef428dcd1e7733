type Control = HTMLButtonElement | HTMLInputElement

/**
 * A ref that makes the controls of a box, found by a selector, one stop of the Tab key: Left, Right, Home and End lead through them,
 * Up and Down to the nearest one of the row above or below.
 */
export function roveThrough(
  selector: 'button' | 'input',
): (box: HTMLElement | null) => (() => void) | undefined {
  return (box) => {
    if (!box) return
    const controls = () => [...box.querySelectorAll<Control>(selector)]
    const settle = (stop: Control | undefined) => {
      for (const control of controls()) control.tabIndex = control === stop ? 0 : -1
    }
    // Where all are locked they may be unlocked together.
    settle(controls().find(({ disabled }) => !disabled) ?? controls()[0])
    const handleFocus = ({ target }: FocusEvent) => {
      const focused = controls().find((control) => control === target)
      if (focused) settle(focused)
    }
    const handleKey = (event: KeyboardEvent) => {
      const enabled = controls().filter(({ disabled }) => !disabled)
      const at = enabled.findIndex((control) => control.matches(':focus'))
      const next = at < 0 ? undefined : reached(enabled, at, event.key)
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    box.addEventListener('focusin', handleFocus)
    box.addEventListener('keydown', handleKey)
    return () => {
      box.removeEventListener('focusin', handleFocus)
      box.removeEventListener('keydown', handleKey)
    }
  }
}

/** The control that a key leads to. */
function reached(controls: readonly Control[], at: number, key: string): Control | undefined {
  switch (key) {
    case 'ArrowRight':
      return controls[(at + 1) % controls.length]
    case 'ArrowLeft':
      return controls.at(at - 1)
    case 'Home':
      return controls[0]
    case 'End':
      return controls.at(-1)
    case 'ArrowDown':
      return inNextRow(controls.slice(at), 1)
    case 'ArrowUp':
      return inNextRow(controls.slice(0, at + 1).reverse(), -1)
    default:
      return undefined
  }
}

/** Of controls in the order of a direction, the nearest one to the first in the row that follows its own. */
function inNextRow([from, ...others]: readonly Control[], direction: 1 | -1): Control | undefined {
  if (!from) return undefined
  const own = from.getBoundingClientRect()
  let nearest: { control: Control; top: number; distance: number } | undefined
  for (const control of others) {
    const { top, left } = control.getBoundingClientRect()
    if ((top - own.top) * direction <= own.height / 2) continue
    if (nearest && (top - nearest.top) * direction > own.height / 2) break
    const distance = Math.abs(left - own.left)
    if (!nearest || distance < nearest.distance) nearest = { control, top, distance }
  }
  return nearest?.control
}
