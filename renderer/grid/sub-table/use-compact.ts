import { useState } from 'react'
import { useRenderer } from '../../widget/renderer-context.tsx'

/** Whether a sub table has rows of one line on a page: as its user has chosen, else as the document says. */
export function useCompact(
  page: string,
  form: string,
  ofDocument: boolean,
): [isCompact: boolean, choose: (isCompact: boolean) => void] {
  const { looks } = useRenderer()
  const name = `ROWS_${page}_${form}`
  const [chosen, setChosen] = useState(() => looks?.get(name) || null)
  const choose = (isCompact: boolean): void => {
    const choice = isCompact ? 'compact' : 'full'
    looks?.set(name, choice)
    setChosen(choice)
  }
  return [chosen ? chosen === 'compact' : ofDocument, choose]
}
