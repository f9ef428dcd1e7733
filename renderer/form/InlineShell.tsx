import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type ShellActions, ShellContext } from './shell-context.ts'

/** A record in its place on a page instead of a dialog: its buttons stand below it. */
export function InlineShell({ children }: { children: ReactNode }) {
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const actions = useRef<ShellActions>({})
  const shell = useMemo(() => ({ footer, actions }), [footer])
  return (
    <ShellContext value={shell}>
      {children}
      <div ref={setFooter} className="expo-form-footer expo-form-footer-inline" />
    </ShellContext>
  )
}
