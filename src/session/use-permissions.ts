import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { rightsAtom } from './atoms.ts'
import { mayUseButton, showsElement, subActions, takenFromForm } from './permissions.ts'

/** The permission questions that a page asks; each answer is drawn anew when the rights change. */
export interface Permissions {
  /** Whether an element guarded by an action name stays. */
  shows(action: string): boolean
  /** Whether a button may be used. */
  mayUse(action: string): boolean
  /** Actions of a page that no document describes, by the prefix of its rights. */
  available(prefix: string): readonly string[]
  /** Columns and buttons that a form and its grids go without. */
  takenFrom(form: string, rights?: string): readonly string[]
}

/** The signed-in user's permissions. The server decides again on every call: this is for what is shown. */
export function usePermissions(): Permissions {
  const rights = useAtomValue(rightsAtom)
  return useMemo(() => {
    const { auth, allAuth } = rights ?? { auth: [], allAuth: [] }
    return {
      shows: (action) => showsElement(action, auth, allAuth),
      mayUse: (action) => mayUseButton(action, auth, allAuth),
      available: (prefix) => subActions(prefix, auth),
      takenFrom: (form, rights) => takenFromForm(form, auth, allAuth, rights),
    }
  }, [rights])
}
