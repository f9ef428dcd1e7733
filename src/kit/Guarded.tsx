import type { ReactNode } from 'react'
import { usePermissions } from '../session/use-permissions.ts'

/** Keeps what an action name guards only for those who hold the action. */
export function Guarded({ action, children }: { action: string; children: ReactNode }) {
  return usePermissions().shows(action) ? children : null
}
