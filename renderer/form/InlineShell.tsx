import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type ShellActions, ShellContext } from './shell-context.ts'

/** A record in its place on a page instead of a dialog: its buttons stand below it. */
export function InlineShell({ children }: { children: ReactNode }) {
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [steps, setSteps] = useState<HTMLElement | null>(null)
  const actions = useRef<ShellActions>({})
  const shell = useMemo(() => ({ footer, steps, actions }), [footer, steps])
  return (
    <ShellContext value={shell}>
      {children}
      <div className="expo-form-footer expo-form-footer-inline">
        <div ref={setSteps} className="expo-form-between" />
        <div ref={setFooter} />
      </div>
    </ShellContext>
  )
}
